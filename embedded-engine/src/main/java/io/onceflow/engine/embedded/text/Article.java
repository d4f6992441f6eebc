package io.onceflow.engine.embedded.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A document as it was read.
 *
 * @param document what came in
 * @param languageCode the language it is written in, as far as the engine can tell
 * @param language the one of the engine's languages it is read as: Chinese for Han scripts, English
 *     for everything else
 * @param paragraphs in order; none for a document without text
 */
public record Article(
    Document document, String languageCode, Language language, List<Paragraph> paragraphs) {

  public Article {
    paragraphs = List.copyOf(paragraphs);
  }

  /** The title that came with the document, else the heading it opens with. */
  public Optional<String> title() {
    String given = document.title();
    if (given != null && !given.isBlank()) {
      return Optional.of(given.strip());
    }
    return paragraphs.stream()
        .limit(1)
        .filter(Paragraph::heading)
        .map(paragraph -> paragraph.sentences().getFirst().text())
        .findFirst();
  }

  /** All sentences in order, headings too. */
  public List<Sentence> sentences() {
    List<Sentence> all = new ArrayList<>();
    for (Paragraph paragraph : paragraphs) {
      all.addAll(paragraph.sentences());
    }
    return all;
  }
}
