package io.onceflow.engine.embedded.text;

import java.util.List;

/**
 * A paragraph, list item or heading.
 *
 * @param heading whether it looks like a heading: short, one line, and no sentence
 * @param sentences in order, at least one
 */
public record Paragraph(boolean heading, List<Sentence> sentences) {

  public Paragraph {
    sentences = List.copyOf(sentences);
  }
}
