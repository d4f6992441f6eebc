package io.onceflow.engine.embedded.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads documents into articles. Safe for use by many threads; takes time in proportion to the
 * text's length, whatever the text looks like.
 */
public final class DocumentReader {
  /** A paragraph is cut up for the sentence models at this length. */
  private static final int LONGEST_PARAGRAPH = 20_000;

  private static final String LIST_MARKS = "-*•·‣◦–—>#|=";
  private static final String SENTENCE_ENDS = ".!?。！？…:：;；,，、";

  private final LanguageDetector detector;
  private final Function<Language, LanguageReader> readers;

  private DocumentReader(LanguageDetector detector, Function<Language, LanguageReader> readers) {
    this.detector = detector;
    this.readers = readers;
  }

  /** Loads the language model; a language's reader is asked for when a document needs it. */
  public static DocumentReader load(Function<Language, LanguageReader> readers) {
    return new DocumentReader(LanguageDetector.load(), readers);
  }

  /** The language a document is written in, as an ISO 639 code. */
  public String languageOf(Document document) {
    return detector.detect(document);
  }

  /** Finds a document's language, paragraphs and sentences. */
  public Article read(Document document) {
    String code = detector.detect(document);
    Language language = readAs(code);
    LanguageReader reader = readers.apply(language);
    List<Paragraph> paragraphs = new ArrayList<>();
    for (Span span : Lines.paragraphs(document.text())) {
      List<Sentence> sentences = sentences(document.text(), span, language, reader);
      if (!sentences.isEmpty()) {
        paragraphs.add(new Paragraph(isHeading(sentences, language), sentences));
      }
    }
    return new Article(document, code, language, paragraphs);
  }

  /** The engine's language for an ISO 639 code. */
  public static Language readAs(String code) {
    return switch (code) {
      case "zh", "ja", "yue", "wuu" -> Language.CHINESE;
      default -> Language.ENGLISH;
    };
  }

  private static List<Sentence> sentences(
      String text, Span paragraph, Language language, LanguageReader reader) {
    List<Sentence> sentences = new ArrayList<>();
    int start = afterListMark(text, paragraph);
    for (Span part : Cuts.at(text, new Span(start, paragraph.end()), LONGEST_PARAGRAPH)) {
      // wrapped lines are one line to the models; the places stay the same
      String line = Blanks.levelled(text, part);
      for (Span found : reader.sentences(line)) {
        Span whole = new Span(part.start() + found.start(), part.start() + found.end());
        for (Span piece : Cuts.at(text, whole.stripped(text), longestSentence(language))) {
          sentences.add(
              new Sentence(Blanks.drawnTogether(text, piece), piece.start(), piece.end()));
        }
      }
    }
    return sentences;
  }

  /** Longer ones are lists, tables or no sentences at all. */
  private static int longestSentence(Language language) {
    return language == Language.CHINESE ? 300 : 800;
  }

  private static int afterListMark(String text, Span paragraph) {
    int i = paragraph.start();
    while (i < paragraph.end() && LIST_MARKS.indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    // a mark is followed by a blank; "-5 degrees" and "#hashtag" begin with no mark
    boolean mark = i < paragraph.end() && Character.isWhitespace(text.charAt(i));
    return mark ? new Span(i, paragraph.end()).stripped(text).start() : paragraph.start();
  }

  private static boolean isHeading(List<Sentence> sentences, Language language) {
    String line = sentences.getFirst().text();
    int longest = language == Language.CHINESE ? 30 : 80;
    return sentences.size() == 1
        && line.length() <= longest
        && SENTENCE_ENDS.indexOf(line.charAt(line.length() - 1)) < 0
        && line.codePoints().anyMatch(Character::isLetter);
  }
}
