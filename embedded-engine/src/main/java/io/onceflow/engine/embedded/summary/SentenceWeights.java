package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.encode.Embedding;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Weighs the sentences of a section: a mean of LexRank within the section, nearness to the whole
 * article, nearness to its title in meaning and in words, place, and length, each brought to 0..1;
 * less for a sentence that leans on the one before. Each of them alone loses to taking the first
 * sentence. The weights are rounded from a search over half of the labelled texts: a wide plateau,
 * so the second digit means nothing.
 */
record SentenceWeights(
    List<Sentence> sentences,
    List<Embedding> vectors,
    Embedding whole,
    @Nullable Title title,
    Language language) {

  private static final double LEX_RANK = 0.08;
  private static final double CENTROID = 0.12;
  private static final double TITLE_MEANING = 0.22;
  private static final double TITLE_WORDS = 0.10;
  private static final double PLACE = 0.34;
  private static final double LENGTH = 0.07;
  private static final double LEANING = 0.07;

  /** How fast the weight of the place falls within a section, and from section to section. */
  private static final double PLACE_FALL = 4;

  private static final double SECTION_FALL = 1;

  /**
   * A title as sentences are compared with it.
   *
   * @param vector its meaning
   */
  record Title(Embedding vector, TitleWords words) {}

  /** The weights of the section's sentences, the section being one of so many. */
  double[] inSection(int section, int sections) {
    int n = sentences.size();
    double[] lexRank = stretched(LexRank.of(vectors));
    double[] centroid = stretched(similarities(whole));
    double[] meaning = title == null ? new double[n] : stretched(similarities(title.vector()));
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      String text = sentences.get(i).text();
      double place = Math.exp(-PLACE_FALL * i / n) * Math.exp(-SECTION_FALL * section / sections);
      weights[i] =
          LEX_RANK * lexRank[i]
              + CENTROID * centroid[i]
              + TITLE_MEANING * meaning[i]
              + TITLE_WORDS * (title == null ? 0 : title.words().shareIn(text))
              + PLACE * place
              + LENGTH * length(text)
              - LEANING * (Leaning.is(text) ? 1 : 0);
    }
    return weights;
  }

  private double[] similarities(Embedding to) {
    return vectors.stream().mapToDouble(to::similarity).toArray();
  }

  private double length(String sentence) {
    double enough = language == Language.CHINESE ? 25 : 80;
    return Math.min(1, sentence.length() / enough);
  }

  /** Brought to 0..1; all 0 where there is no difference. */
  private static double[] stretched(double[] values) {
    double low = Arrays.stream(values).min().orElse(0);
    double range = Arrays.stream(values).max().orElse(0) - low;
    return Arrays.stream(values).map(value -> range < 1e-9 ? 0 : (value - low) / range).toArray();
  }
}
