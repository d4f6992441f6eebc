package io.onceflow.engine.embedded.quality;

import io.onceflow.engine.embedded.text.Paragraph;
import java.util.List;

/** Whether whole sentences of varied length stand in paragraphs. */
final class Structure {
  private static final String ENDS = ".!?。！？…:：;；\"”’'）)」』";

  private Structure() {}

  static Finding of(Sample sample) {
    List<String> sentences = sample.sentences();
    long whole = sentences.stream().filter(Structure::isWhole).count();
    double wholeShare = Scale.share(whole, sentences.size());
    int paragraphs = sample.article().paragraphs().size();
    long headings = sample.article().paragraphs().stream().filter(Paragraph::heading).count();
    double score =
        0.6 * Scale.between(wholeShare, 0.3, 0.95)
            + 0.25 * Scale.band(variety(sentences), 0.05, 0.25, 1.0, 2.0)
            + 0.15 * Scale.between(paragraphs, 0, 3);
    return new Finding(
        score,
        "%d %s (%d of them headings), %.0f %% of the sentences end as sentences do"
            .formatted(
                paragraphs,
                paragraphs == 1 ? "paragraph" : "paragraphs",
                headings,
                100 * wholeShare));
  }

  private static boolean isWhole(String sentence) {
    return ENDS.indexOf(sentence.charAt(sentence.length() - 1)) >= 0;
  }

  /** The sentence lengths' standard deviation as a part of their mean. */
  private static double variety(List<String> sentences) {
    double mean = sentences.stream().mapToInt(String::length).average().orElse(1);
    double variance =
        sentences.stream()
            .mapToDouble(s -> (s.length() - mean) * (s.length() - mean))
            .average()
            .orElse(0);
    return Math.sqrt(variance) / mean;
  }
}
