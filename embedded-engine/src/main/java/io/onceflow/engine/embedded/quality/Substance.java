package io.onceflow.engine.embedded.quality;

/** Whether there is enough text: the score rises with the logarithm of the words up to 300. */
final class Substance {
  private static final double ENOUGH = 300;
  private static final double UNIT = 20;

  private Substance() {}

  static Finding of(Sample sample) {
    long words = sample.wordsInAll();
    double score = 100 * Math.log1p(words / UNIT) / Math.log1p(ENOUGH / UNIT);
    String size = words >= ENOUGH ? "enough text to develop a thought" : "rather short";
    return new Finding(Math.min(100, score), "%s, about %d words".formatted(size, words));
  }
}
