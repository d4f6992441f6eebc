package io.onceflow.engine.embedded.quality;

/**
 * Whether Chinese characters form the words of the dictionary: where they do not, the segmenter
 * falls back to single characters. Also whether symbols are not too many.
 */
final class ChineseWording {
  private ChineseWording() {}

  static Finding of(Sample sample) {
    long single = sample.words().stream().filter(word -> word.length() == 1).count();
    double singleShare = Scale.share(single, sample.words().size());
    String body = String.join("", sample.sentences());
    long symbols = body.codePoints().filter(ChineseWording::isSymbol).count();
    double symbolShare = Scale.share(symbols, body.length());
    double score =
        0.7 * Scale.between(singleShare, 0.62, 0.38) + 0.3 * Scale.between(symbolShare, 0.45, 0.15);
    return new Finding(
        score,
        "%.0f %% of the words are single characters, %.0f %% of the text is marks and symbols"
            .formatted(100 * singleShare, 100 * symbolShare));
  }

  private static boolean isSymbol(int c) {
    return !Character.isLetterOrDigit(c) && !Character.isWhitespace(c);
  }
}
