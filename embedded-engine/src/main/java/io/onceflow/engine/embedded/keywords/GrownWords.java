package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.text.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the words of an article that the Chinese dictionary lacks: a character that stands nearly
 * always beside the same word grows together with it, as in 单元 + 格.
 */
final class GrownWords {
  private static final int OFTEN = 3;
  private static final double NEARLY_ALWAYS = 0.8;
  private static final int LONGEST = 4;

  /** A word may grow by one character on either side. */
  private static final int ROUNDS = 2;

  private final StopWords stopWords;

  GrownWords(StopWords stopWords) {
    this.stopWords = stopWords;
  }

  /** The sentences' words with those that belong together joined. */
  List<List<Word>> join(List<List<Word>> sentences) {
    List<List<Word>> joined = sentences;
    for (int round = 0; round < ROUNDS; round++) {
      Counts counts = Counts.of(joined);
      joined = joined.stream().map(words -> join(words, counts)).toList();
    }
    return joined;
  }

  private List<Word> join(List<Word> words, Counts counts) {
    List<Word> joined = new ArrayList<>(words.size());
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      if (i + 1 < words.size() && belongTogether(word, words.get(i + 1), counts)) {
        joined.add(together(word, words.get(i + 1)));
        i++;
      } else {
        joined.add(word);
      }
    }
    return joined;
  }

  private boolean belongTogether(Word one, Word next, Counts counts) {
    boolean oneCharacter = one.text().length() == 1 || next.text().length() == 1;
    if (!oneCharacter || one.text().length() + next.text().length() > LONGEST) {
      return false;
    }
    return canGrow(one)
        && canGrow(next)
        && counts.pair(one, next) >= OFTEN
        && counts.pair(one, next) >= NEARLY_ALWAYS * Math.min(counts.of(one), counts.of(next));
  }

  private boolean canGrow(Word word) {
    return word.kind() != Word.Kind.MARK && !stopWords.contains(word.text());
  }

  private static Word together(Word one, Word next) {
    boolean noun = one.kind() != Word.Kind.OTHER || next.kind() != Word.Kind.OTHER;
    return new Word(
        one.text() + next.text(), one.key() + next.key(), noun ? Word.Kind.NOUN : Word.Kind.OTHER);
  }

  /** How often words, and pairs of neighbours, stand in an article. */
  private record Counts(Map<String, Integer> words, Map<List<String>, Integer> pairs) {

    static Counts of(List<List<Word>> sentences) {
      Counts counts = new Counts(new HashMap<>(), new HashMap<>());
      for (List<Word> sentence : sentences) {
        for (int i = 0; i < sentence.size(); i++) {
          counts.words.merge(sentence.get(i).key(), 1, Integer::sum);
          if (i > 0) {
            List<String> pair = List.of(sentence.get(i - 1).key(), sentence.get(i).key());
            counts.pairs.merge(pair, 1, Integer::sum);
          }
        }
      }
      return counts;
    }

    int of(Word word) {
      return words.getOrDefault(word.key(), 0);
    }

    int pair(Word one, Word next) {
      return pairs.getOrDefault(List.of(one.key(), next.key()), 0);
    }
  }
}
