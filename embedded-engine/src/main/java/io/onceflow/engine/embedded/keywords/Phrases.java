package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.text.Script;
import io.onceflow.engine.embedded.text.Word;
import java.util.List;

/** How a phrase is put together from its words. */
final class Phrases {
  private Phrases() {}

  /** With blanks between words, but none between two of Han characters. */
  static String written(List<Word> words) {
    StringBuilder phrase = new StringBuilder();
    for (Word word : words) {
      boolean gap =
          !phrase.isEmpty()
              && !(Script.isHan(phrase.charAt(phrase.length() - 1))
                  || Script.isHan(word.text().charAt(0)));
      phrase.append(gap ? " " : "").append(word.text());
    }
    return phrase.toString();
  }
}
