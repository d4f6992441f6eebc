package io.onceflow.engine.embedded.text;

import java.util.List;

/** How one language is cut into sentences and words. Safe for use by many threads. */
public sealed interface LanguageReader permits EnglishReader, ChineseReader {

  /** The sentences of one paragraph, in order; what they leave out is white space. */
  List<Span> sentences(String paragraph);

  /** The words and marks of one sentence, in order. */
  List<Word> words(String sentence);

  /** Loads a language's models from the class path. */
  static LanguageReader load(Language language) {
    return switch (language) {
      case ENGLISH -> EnglishReader.load();
      case CHINESE -> ChineseReader.load();
    };
  }
}
