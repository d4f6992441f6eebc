package io.onceflow.engine.embedded.quality;

import io.onceflow.engine.embedded.encode.Embedding;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether the text repeats itself, word for word or nearly. It is not compared with other texts: no
 * plagiarism is found here.
 */
final class Originality {
  /** Sentences this much alike say the same in the same words. */
  private static final double NEAR_COPY = 0.95;

  private Originality() {}

  static Finding of(Sample sample) {
    double copies = Scale.share(copies(sample.sentences()), sample.sentences().size());
    double nearCopies = Scale.share(nearCopies(sample.vectors()), sample.vectors().size());
    double repeated = Math.max(copies, nearCopies);
    String verdict = repeated <= 0.03 ? "does not repeat itself" : "repeats itself";
    return new Finding(
        Scale.between(repeated, 0.4, 0.03),
        "%s, %.0f %% of the sentences are copies or near copies of earlier ones"
            .formatted(verdict, 100 * repeated));
  }

  private static int copies(List<String> sentences) {
    Set<String> seen = new HashSet<>();
    int copies = 0;
    for (String sentence : sentences) {
      String bare = sentence.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ");
      copies += seen.add(bare) ? 0 : 1;
    }
    return copies;
  }

  private static int nearCopies(List<Embedding> vectors) {
    int copies = 0;
    for (int i = 0; i < vectors.size(); i++) {
      copies += vectors.get(i).nearest(vectors.subList(0, i)) > NEAR_COPY ? 1 : 0;
    }
    return copies;
  }
}
