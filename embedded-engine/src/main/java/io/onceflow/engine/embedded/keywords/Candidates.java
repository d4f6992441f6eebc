package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.LanguageReader;
import io.onceflow.engine.embedded.text.Runs;
import io.onceflow.engine.embedded.text.Script;
import io.onceflow.engine.embedded.text.Sentence;
import io.onceflow.engine.embedded.text.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Collects an article's noun phrases of one to three words.
 *
 * <p>Of an article of more than 400 sentences, ten runs of 40 spread over it are read, so that the
 * time is bounded.
 */
final class Candidates {
  private static final int LONGEST_PHRASE = 3;
  private static final int RUNS = 10;
  private static final int RUN_LENGTH = 40;
  private static final Pattern LATIN = Pattern.compile("[\\p{IsLatin}\\p{N}.'’+#_-]+");

  private final LanguageReader reader;
  private final StopWords stopWords;
  private final StopWords englishStopWords;
  private final GrownWords grownWords;
  private final Language language;

  Candidates(Language language, LanguageReader reader) {
    this.reader = reader;
    this.language = language;
    this.stopWords = StopWords.of(language);
    this.grownWords = new GrownWords(stopWords);
    this.englishStopWords = StopWords.of(Language.ENGLISH);
  }

  /** In the order they are met; a phrase met only inside a longer one is left to that. */
  List<Candidate> of(Article article) {
    List<String> lines = new ArrayList<>();
    for (Sentence sentence : article.sentences()) {
      // what is left in English of a translated text would double each keyword
      if (language != Language.CHINESE || Script.isHan(sentence.text())) {
        lines.add(sentence.text());
      }
    }
    Map<List<String>, Candidate> found = new LinkedHashMap<>();
    List<List<Word>> sentences =
        Runs.of(lines, RUNS, RUN_LENGTH).stream().map(reader::words).toList();
    if (language == Language.CHINESE) {
      sentences = grownWords.join(sentences);
    }
    for (int i = 0; i < sentences.size(); i++) {
      collect(sentences.get(i), i, sentences.size(), found);
    }
    Set<List<String>> absorbed = absorbed(found);
    return found.values().stream().filter(c -> !absorbed.contains(c.keys())).toList();
  }

  private void collect(
      List<Word> words, int index, int sentences, Map<List<String>, Candidate> found) {
    for (int start = 0; start < words.size(); start++) {
      for (int end = start + 1; end <= Math.min(words.size(), start + LONGEST_PHRASE); end++) {
        if (!canStandInPhrase(words.get(end - 1))) {
          break;
        }
        List<Word> phrase = words.subList(start, end);
        if (isPhrase(phrase)) {
          double place = (index + (double) start / words.size()) / sentences;
          List<String> keys = phrase.stream().map(Word::key).toList();
          found.computeIfAbsent(keys, k -> new Candidate(k, place)).meet(phrase, index);
        }
      }
    }
  }

  private boolean canStandInPhrase(Word word) {
    return (word.kind() == Word.Kind.NOUN || word.kind() == Word.Kind.MODIFIER)
        && !stopWords.contains(word.text())
        && !isStrayLatin(word.text());
  }

  /**
   * Latin words in a Chinese text count where they are names or terms, not leftovers of English.
   */
  private boolean isStrayLatin(String word) {
    return language == Language.CHINESE
        && LATIN.matcher(word).matches()
        && (word.length() < 2 || englishStopWords.contains(word));
  }

  private boolean isPhrase(List<Word> words) {
    if (words.getLast().kind() != Word.Kind.NOUN) {
      return false;
    }
    int length = words.stream().mapToInt(word -> word.text().length()).sum();
    return language == Language.CHINESE
        ? length >= 2 && (length <= 10 || LATIN.matcher(words.getFirst().text()).matches())
        : length >= 3 && length <= 60;
  }

  /** Phrases with a longer one around them that is met as often. */
  private static Set<List<String>> absorbed(Map<List<String>, Candidate> found) {
    Set<List<String>> absorbed = new HashSet<>();
    for (Candidate longer : found.values()) {
      List<String> keys = longer.keys();
      for (int start = 0; start < keys.size() && longer.count() > 1; start++) {
        for (int end = start + 1; end <= keys.size(); end++) {
          List<String> part = keys.subList(start, end);
          Candidate shorter = part.size() < keys.size() ? found.get(part) : null;
          if (shorter != null && longer.count() >= shorter.count()) {
            absorbed.add(shorter.keys());
          }
        }
      }
    }
    return absorbed;
  }
}
