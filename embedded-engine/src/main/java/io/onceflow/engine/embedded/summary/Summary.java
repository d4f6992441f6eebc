package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.text.Sentence;
import java.util.List;

/**
 * An extractive summary: nothing in it is written by the engine.
 *
 * @param text the sentences joined; empty for a document without words
 * @param sentences the chosen sentences with their places in the document, in the document's order
 */
public record Summary(String text, List<Sentence> sentences) {

  public Summary {
    sentences = List.copyOf(sentences);
  }
}
