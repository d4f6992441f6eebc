package io.onceflow.engine.embedded.quality;

import io.onceflow.engine.embedded.encode.Embedding;
import io.onceflow.engine.embedded.encode.SentenceEncoder;
import io.onceflow.engine.embedded.text.Article;
import io.onceflow.engine.embedded.text.Language;
import io.onceflow.engine.embedded.text.LanguageReader;
import io.onceflow.engine.embedded.text.Runs;
import io.onceflow.engine.embedded.text.Sentence;
import io.onceflow.engine.embedded.text.Word;
import java.util.Arrays;
import java.util.List;

/**
 * The part of an article that is judged: all of it up to 150 sentences (60 for what needs vectors),
 * of a longer one five runs spread over it.
 *
 * @param sentences their texts
 * @param words the words of the sentences, without marks and numbers
 * @param vectors of sentences that follow one another
 */
record Sample(
    Article article, List<String> sentences, List<String> words, List<Embedding> vectors) {
  private static final int RUNS = 5;
  private static final int RUN_LENGTH = 30;
  private static final int VECTOR_RUN_LENGTH = 12;

  static Sample of(Article article, LanguageReader reader, SentenceEncoder encoder) {
    List<String> all = article.sentences().stream().map(Sentence::text).toList();
    List<String> sentences = Runs.of(all, RUNS, RUN_LENGTH);
    List<String> words =
        sentences.stream()
            .flatMap(sentence -> words(sentence, article.language(), reader).stream())
            .filter(word -> word.codePoints().anyMatch(Character::isLetter))
            .toList();
    return new Sample(
        article, sentences, words, encoder.encodeAll(Runs.of(all, RUNS, VECTOR_RUN_LENGTH)));
  }

  private static List<String> words(String sentence, Language language, LanguageReader reader) {
    return language == Language.CHINESE
        ? reader.words(sentence).stream().map(Word::text).toList()
        : Arrays.asList(sentence.split("[^\\p{L}\\p{M}\\p{N}'’-]+", -1));
  }

  boolean chinese() {
    return article.language() == Language.CHINESE;
  }

  /** Words in the whole article, by that of the sample. */
  long wordsInAll() {
    long all = article.sentences().stream().mapToLong(s -> s.text().length()).sum();
    long sampled = sentences.stream().mapToLong(String::length).sum();
    return sampled == 0 ? 0 : words.size() * all / sampled;
  }
}
