package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.text.Script;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The words of a title: in English those of four letters or more, in Chinese each character. */
final class TitleWords {
  private static final int SHORTEST = 4;

  private final Set<String> words;

  TitleWords(String title) {
    this.words = words(title);
  }

  /** The share of the title's words that a sentence takes up, 0 to 1. */
  double shareIn(String sentence) {
    if (words.isEmpty()) {
      return 0;
    }
    Set<String> shared = words(sentence);
    shared.retainAll(words);
    return (double) shared.size() / words.size();
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    for (String run : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
      if (Script.isHan(run)) {
        run.codePoints().filter(Script::isHan).mapToObj(Character::toString).forEach(words::add);
      } else if (run.length() >= SHORTEST) {
        words.add(run.endsWith("s") ? run.substring(0, run.length() - 1) : run);
      }
    }
    return words;
  }
}
