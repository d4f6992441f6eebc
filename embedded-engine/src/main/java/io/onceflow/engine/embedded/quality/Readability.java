package io.onceflow.engine.embedded.quality;

import java.util.List;
import java.util.Locale;

/**
 * Whether words and sentences are of a length that reads easily: in English by Flesch's reading
 * ease (1948) and words per sentence, in Chinese by letters per sentence.
 */
final class Readability {
  private Readability() {}

  static Finding of(Sample sample) {
    return sample.chinese() ? chinese(sample) : english(sample);
  }

  private static Finding chinese(Sample sample) {
    long letters =
        sample.sentences().stream()
            .flatMapToInt(String::codePoints)
            .filter(Character::isLetter)
            .count();
    double length = Scale.share(letters, sample.sentences().size());
    double score = Scale.band(length, 4, 14, 45, 110);
    return new Finding(
        score, "%s, %.0f characters a sentence".formatted(verdict(score, length, 45), length));
  }

  private static Finding english(Sample sample) {
    List<String> words = sample.words();
    double length = Scale.share(words.size(), sample.sentences().size());
    double syllables = words.stream().mapToInt(Readability::syllables).average().orElse(1);
    double ease = 206.835 - 1.015 * length - 84.6 * syllables;
    double score =
        0.6 * Scale.band(ease, -20, 25, 80, 125) + 0.4 * Scale.band(length, 4, 9, 28, 60);
    return new Finding(
        score,
        "%s, %.0f words a sentence, Flesch reading ease %.0f"
            .formatted(verdict(score, length, 28), length, ease));
  }

  private static String verdict(double score, double length, double longest) {
    if (score >= 75) {
      return "easy to follow";
    }
    return length > longest ? "long sentences" : "uneven reading";
  }

  private static int syllables(String word) {
    String letters = word.toLowerCase(Locale.ROOT);
    int end = letters.endsWith("e") ? letters.length() - 1 : letters.length();
    int count = 0;
    boolean inVowels = false;
    for (int i = 0; i < end; i++) {
      boolean vowel = "aeiouy".indexOf(letters.charAt(i)) >= 0;
      count += vowel && !inVowels ? 1 : 0;
      inVowels = vowel;
    }
    return Math.max(1, count);
  }
}
