package io.onceflow.engine.embedded.summary;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells whether a sentence leans on the one before it, so that it would read oddly on its own. */
final class Leaning {
  private static final Set<String> ENGLISH =
      Set.of(
          "this",
          "that",
          "these",
          "those",
          "it",
          "they",
          "he",
          "she",
          "however",
          "but",
          "and",
          "or",
          "so",
          "such",
          "then",
          "otherwise",
          "therefore",
          "another",
          "also");
  private static final List<String> CHINESE =
      List.of("这", "它", "该", "那", "他", "她", "但", "此外", "因此", "所以", "例如", "而且", "不过", "另外");

  private Leaning() {}

  static boolean is(String sentence) {
    int end = 0;
    while (end < sentence.length() && Character.isLetter(sentence.charAt(end))) {
      end++;
    }
    String opening = sentence.substring(0, end).toLowerCase(Locale.ROOT);
    return ENGLISH.contains(opening) || CHINESE.stream().anyMatch(opening::startsWith);
  }
}
