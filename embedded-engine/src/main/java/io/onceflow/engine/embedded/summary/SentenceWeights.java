package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.encode.Embedding;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.Sentence;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Weighs the sentences of a section: a mean of LexRank within the section, nearness to the whole
 * article, nearness to its title, place, and length, each brought to 0..1. Each of them alone loses
 * to taking the first sentence.
 */
record SentenceWeights(
    List<Sentence> sentences,
    List<Embedding> vectors,
    Embedding whole,
    @Nullable Embedding title,
    Language language) {

  private static final double LEX_RANK = Double.parseDouble(System.getProperty("x.lex", "0.30"));
  private static final double CENTROID = Double.parseDouble(System.getProperty("x.cen", "0.20"));
  private static final double TITLE = Double.parseDouble(System.getProperty("x.tit", "0.25"));
  private static final double PLACE = Double.parseDouble(System.getProperty("x.pos", "0.20"));
  private static final double LENGTH = Double.parseDouble(System.getProperty("x.len", "0.05"));
  private static final double DECAY = Double.parseDouble(System.getProperty("x.decay", "4"));

  /** The weights of the section's sentences, the section being one of so many. */
  double[] inSection(int section, int sections) {
    int n = sentences.size();
    double[] lexRank = stretched(LexRank.of(vectors));
    double[] centroid = stretched(similarities(whole));
    double[] nearTitle = title == null ? new double[n] : stretched(similarities(title));
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      double place = Math.exp(-DECAY * (section + (double) i / n) / sections);
      weights[i] =
          LEX_RANK * lexRank[i]
              + CENTROID * centroid[i]
              + TITLE * nearTitle[i]
              + PLACE * place
              + LENGTH * length(sentences.get(i));
    }
    return weights;
  }

  private double[] similarities(Embedding to) {
    return vectors.stream().mapToDouble(to::similarity).toArray();
  }

  private double length(Sentence sentence) {
    double enough = language == Language.CHINESE ? 25 : 80;
    return Math.min(1, sentence.text().length() / enough);
  }

  /** Brought to 0..1; all 0 where there is no difference. */
  private static double[] stretched(double[] values) {
    double low = Arrays.stream(values).min().orElse(0);
    double range = Arrays.stream(values).max().orElse(0) - low;
    return Arrays.stream(values).map(value -> range < 1e-9 ? 0 : (value - low) / range).toArray();
  }
}
