package io.onceflow.engine.embedded.eval;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Simple answers that owe nothing to the engine: they cut text by the JDK's rules. */
final class Baselines {
  private Baselines() {}

  /** A text's sentences, at least one. */
  static List<String> sentences(String text, boolean chinese) {
    List<String> sentences = new ArrayList<>();
    BreakIterator breaks =
        BreakIterator.getSentenceInstance(chinese ? Locale.CHINESE : Locale.ENGLISH);
    for (String line : text.split("\n", -1)) {
      breaks.setText(line);
      int start = breaks.first();
      for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
        String sentence = line.substring(start, end).strip();
        if (sentence.length() > (chinese ? 5 : 2)) {
          sentences.add(sentence);
        }
        start = end;
      }
    }
    return sentences.isEmpty() ? List.of(text) : sentences;
  }

  /** The ten words of more than three letters, in Chinese pairs of characters, met most. */
  static List<String> frequentTerms(String text, boolean chinese) {
    Map<String, Integer> counts = new HashMap<>();
    terms(text, chinese).forEach(term -> counts.merge(term, 1, Integer::sum));
    List<Map.Entry<String, Integer>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(
        Map.Entry.<String, Integer>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()));
    return entries.stream().limit(10).map(Map.Entry::getKey).toList();
  }

  /** Ten terms drawn at random. */
  static List<String> randomTerms(String text, boolean chinese, Random random) {
    List<String> terms =
        new ArrayList<>(terms(text, chinese).stream().distinct().sorted().toList());
    Collections.shuffle(terms, random);
    return terms.stream().limit(10).toList();
  }

  private static List<String> terms(String text, boolean chinese) {
    if (!chinese) {
      return Tokens.words(text).stream().filter(word -> word.length() > 3).toList();
    }
    List<String> pairs = new ArrayList<>();
    for (String run : Tokens.words(text)) {
      for (int i = 0; i + 2 <= run.length(); i++) {
        pairs.add(run.substring(i, i + 2));
      }
    }
    return pairs;
  }
}
