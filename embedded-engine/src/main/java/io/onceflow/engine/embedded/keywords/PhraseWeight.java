package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.text.Language;

/**
 * Weighs a phrase by what can be counted: how often, in how many sentences, how early, how long.
 */
final class PhraseWeight {
  private PhraseWeight() {}

  static double of(Candidate phrase, Language language) {
    double often = Math.log1p(phrase.count());
    double spread = 1 + 0.5 * Math.log1p(phrase.sentences());
    double early = 1 + 0.6 * Math.exp(-3 * phrase.firstPlace());
    return often * spread * early * ofLength(words(phrase, language));
  }

  /** Phrases of two or three words say more than single words. */
  private static double ofLength(int words) {
    return switch (words) {
      case 1 -> 1.0;
      case 2 -> 1.35;
      default -> 1.3;
    };
  }

  /** Chinese words are of two characters for the most part. */
  private static int words(Candidate phrase, Language language) {
    return language == Language.CHINESE
        ? Math.max(1, phrase.written().length() / 2)
        : phrase.keys().size();
  }
}
