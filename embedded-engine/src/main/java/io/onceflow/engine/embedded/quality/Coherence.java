package io.onceflow.engine.embedded.quality;

import io.onceflow.engine.embedded.encode.Embedding;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether sentences follow from one another: by the likeness of neighbours in meaning, and in
 * English also by the small words that hold sentences together and their order. In Chinese it
 * cannot tell a text from a mixture of sentences of several texts on like topics.
 */
final class Coherence {
  private static final Set<String> FUNCTION_WORDS =
      Set.of(
          "the", "of", "and", "to", "in", "a", "is", "that", "it", "for", "was", "on", "with", "as",
          "by", "be", "at", "are", "this", "from", "or", "you", "have", "not", "his", "he", "i",
          "an", "which", "but", "we", "can", "has", "if", "will");
  private static final Set<String> ARTICLES = Set.of("the", "a", "an");
  private static final Set<String> NEVER_AFTER_ARTICLE =
      Set.of(
          "the", "a", "an", "of", "in", "to", "for", "with", "on", "at", "by", "from", "is", "was",
          "and", "that", "it", "are", "be");

  private Coherence() {}

  static Finding of(Sample sample) {
    double likeness = neighbourLikeness(sample.vectors(), sample.chinese() ? 0.45 : 0.3);
    double score;
    if (sample.chinese()) {
      score = Scale.between(likeness, 0.30, 0.48);
    } else {
      score =
          0.5 * Scale.between(likeness, 0.05, 0.28)
              + 0.2 * Scale.between(functionWords(sample.words()), 0.10, 0.28)
              + 0.3 * Scale.between(brokenOrder(sample.words()), 0.12, 0.02);
    }
    String verdict = score >= 70 ? "sentences follow from one another" : "sentences stand loosely";
    return new Finding(score, "%s, neighbours are alike by %.2f".formatted(verdict, likeness));
  }

  /** The mean similarity of neighbours; of fewer than three sentences it would say nothing. */
  private static double neighbourLikeness(List<Embedding> vectors, double ofFew) {
    if (vectors.size() < 3) {
      return ofFew;
    }
    double sum = 0;
    for (int i = 1; i < vectors.size(); i++) {
      sum += vectors.get(i).similarity(vectors.get(i - 1));
    }
    return sum / (vectors.size() - 1);
  }

  private static double functionWords(List<String> words) {
    long count =
        words.stream()
            .filter(word -> FUNCTION_WORDS.contains(word.toLowerCase(Locale.ROOT)))
            .count();
    return Scale.share(count, words.size());
  }

  /** The share of articles followed by a word that cannot follow them. */
  private static double brokenOrder(List<String> words) {
    int articles = 0;
    int broken = 0;
    for (int i = 0; i + 1 < words.size(); i++) {
      if (ARTICLES.contains(words.get(i).toLowerCase(Locale.ROOT))) {
        articles++;
        broken += NEVER_AFTER_ARTICLE.contains(words.get(i + 1).toLowerCase(Locale.ROOT)) ? 1 : 0;
      }
    }
    return Scale.share(broken, articles);
  }
}
