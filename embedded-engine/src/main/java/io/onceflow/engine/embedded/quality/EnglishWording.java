package io.onceflow.engine.embedded.quality;

import io.onceflow.engine.embedded.encode.WordPiece;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Whether English words are spelled as usual, and not shouted. A word the model's vocabulary can
 * only spell out in small pieces is taken for odd: a mark of misspellings, other languages and
 * gibberish, though rare terms are caught as well.
 */
final class EnglishWording {
  private static final Pattern LINK = Pattern.compile("https?://|www\\.");

  private EnglishWording() {}

  static Finding of(Sample sample, WordPiece tokenizer) {
    List<String> words = sample.words();
    List<String> plain = words.stream().filter(EnglishWording::isPlain).toList();
    long odd = plain.stream().filter(word -> isOdd(word, tokenizer)).count();
    double oddShare = Scale.share(odd, plain.size());
    double shouted =
        Scale.share(words.stream().filter(EnglishWording::isShouted).count(), words.size());
    double links = 100 * Scale.share(count(sample.sentences(), LINK), words.size());
    double cries = Scale.share(exclamations(sample.sentences()), sample.sentences().size());
    double score =
        100
            - Scale.between(oddShare, 0.02, 0.22)
            - 0.5 * Scale.between(shouted, 0.05, 0.3)
            - 0.4 * Scale.between(links, 1, 8)
            - 0.3 * Scale.between(cries, 0.2, 1);
    return new Finding(
        Math.max(0, score),
        "%.0f %% of the words look misspelled or foreign, %.0f %% are in capitals"
            .formatted(100 * oddShare, 100 * shouted));
  }

  /** Short words and names say nothing about spelling. */
  private static boolean isPlain(String word) {
    return word.length() >= 4 && !Character.isUpperCase(word.charAt(0));
  }

  private static boolean isOdd(String word, WordPiece tokenizer) {
    return tokenizer.pieces(word).length >= Math.max(3, (word.length() + 1) / 3);
  }

  private static boolean isShouted(String word) {
    return word.length() > 3 && word.equals(word.toUpperCase(Locale.ROOT));
  }

  private static long count(List<String> sentences, Pattern pattern) {
    return sentences.stream()
        .mapToLong(sentence -> pattern.matcher(sentence).results().count())
        .sum();
  }

  private static long exclamations(List<String> sentences) {
    return sentences.stream().flatMapToInt(String::chars).filter(c -> c == '!').count();
  }
}
