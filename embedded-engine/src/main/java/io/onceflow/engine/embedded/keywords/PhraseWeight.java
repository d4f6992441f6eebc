package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.encode.WordPiece;
import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import java.util.Locale;

/**
 * Weighs a phrase by what can be counted: how often, in how many sentences, how early, how long.
 */
final class PhraseWeight {
  static double HEAD = Double.parseDouble(System.getProperty("x.head", "0.0"));
  static double TITLE = Double.parseDouble(System.getProperty("x.title", "0.0"));
  static double RARE = Double.parseDouble(System.getProperty("x.rare", "0.0"));
  private final Language language;
  private final WordPiece tokenizer;

  PhraseWeight(Language language, WordPiece tokenizer) {
    this.language = language;
    this.tokenizer = tokenizer;
  }

  double of(Candidate phrase, Article article) {
    double often = Math.log(1 + phrase.count());
    double spread = 1 + 0.5 * Math.log(1 + phrase.sentences());
    double early = 1 + 0.6 * Math.exp(-3 * phrase.firstPlace());
    int words =
        language == Language.CHINESE
            ? Math.max(1, phrase.written().length() / 2)
            : phrase.keys().size();
    double length = words == 1 ? 1.0 : words == 2 ? 1.35 : 1.3;
    double head = phrase.inHeading() ? 1 + HEAD : 1;
    String title = article.title().orElse("").toLowerCase(Locale.ROOT);
    boolean inTitle = phrase.keys().stream().allMatch(title::contains);
    return often
        * spread
        * early
        * length
        * head
        * (inTitle ? 1 + TITLE : 1)
        * (1 + RARE * rarity(phrase));
  }

  double rarity(Candidate phrase) {
    if (language == Language.CHINESE) {
      double sum = 0;
      for (String w : phrase.keys()) {
        int f = com.hankcs.hanlp.dictionary.CoreDictionary.getTermFrequency(w);
        sum += Math.min(1, Math.max(0, 1 - Math.log(1 + f) / Math.log(20000)));
      }
      return sum / phrase.keys().size();
    }
    double sum = 0;
    for (String w : phrase.keys()) {
      int[] p = tokenizer.pieces(w);
      sum += p.length > 1 ? 1 : Math.max(0, Math.log(p[0] / 2000.0) / Math.log(30522 / 2000.0));
    }
    return sum / phrase.keys().size();
  }
}
