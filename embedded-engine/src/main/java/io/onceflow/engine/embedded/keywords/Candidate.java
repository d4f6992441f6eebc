package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.text.Word;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A phrase that may become a keyword, with what was counted of it. */
final class Candidate {
  private final List<String> keys;
  private final Map<String, Integer> forms = new TreeMap<>();
  private final double firstPlace;
  private int count;
  private int sentences;
  private int lastSentence = -1;

  /**
   * @param firstPlace where it is met first, as a share of the text read, 0 to 1
   */
  Candidate(List<String> keys, double firstPlace) {
    this.keys = keys;
    this.firstPlace = firstPlace;
  }

  /** Counts one occurrence; sentences come in order. */
  void meet(List<Word> words, int sentence) {
    forms.merge(Phrases.written(words), 1, Integer::sum);
    count++;
    if (sentence != lastSentence) {
      sentences++;
      lastSentence = sentence;
    }
  }

  List<String> keys() {
    return keys;
  }

  int count() {
    return count;
  }

  int sentences() {
    return sentences;
  }

  double firstPlace() {
    return firstPlace;
  }

  /** The form met most; of equals the first by alphabet. Shouted phrases are brought down. */
  String written() {
    String most =
        forms.entrySet().stream()
            .max(
                Map.Entry.<String, Integer>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
            .orElseThrow()
            .getKey();
    boolean shouted = most.length() > 6 && most.equals(most.toUpperCase(Locale.ROOT));
    return shouted ? most.toLowerCase(Locale.ROOT) : most;
  }
}
