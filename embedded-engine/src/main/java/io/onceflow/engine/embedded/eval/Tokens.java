package io.onceflow.engine.embedded.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What answers and labels are compared by: characters in Chinese, else words without plural ends.
 */
final class Tokens {
  private Tokens() {}

  static List<String> characters(String text) {
    return text.toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .mapToObj(Character::toString)
        .toList();
  }

  static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
      if (!word.isEmpty()) {
        words.add(singular(word));
      }
    }
    return words;
  }

  private static String singular(String word) {
    if (word.length() > 4 && word.endsWith("ies")) {
      return word.substring(0, word.length() - 3) + "y";
    }
    boolean plural =
        word.length() > 3
            && word.endsWith("s")
            && !word.endsWith("ss")
            && !word.endsWith("us")
            && !word.endsWith("is");
    return plural ? word.substring(0, word.length() - 1) : word;
  }

  /** ROUGE-1 F (Lin 2004): the harmonic mean of precision and recall over single tokens. */
  static double rouge1(List<String> answer, List<String> label) {
    Map<String, Integer> open = new HashMap<>();
    label.forEach(token -> open.merge(token, 1, Integer::sum));
    int hits = 0;
    for (String token : answer) {
      if (open.getOrDefault(token, 0) > 0) {
        open.merge(token, -1, Integer::sum);
        hits++;
      }
    }
    return hits == 0 ? 0 : 2.0 * hits / (answer.size() + label.size());
  }
}
