package io.onceflow.engine.embedded.keywords;

import io.onceflow.engine.embedded.text.Language;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** Words that say nothing about what a document is about. */
final class StopWords {
  private final Set<String> words;

  private StopWords(Set<String> words) {
    this.words = words;
  }

  static StopWords of(Language language) {
    String resource = "stopwords." + language.code() + ".txt";
    try (InputStream stream = StopWords.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new FileNotFoundException("not on the class path: " + resource);
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return new StopWords(Set.of(text.strip().split("\\s+", -1)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot load the stop words", e);
    }
  }

  boolean contains(String word) {
    return words.contains(word.toLowerCase(Locale.ROOT));
  }
}
