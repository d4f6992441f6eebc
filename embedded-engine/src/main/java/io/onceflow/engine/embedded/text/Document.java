package io.onceflow.engine.embedded.text;

import org.jspecify.annotations.Nullable;

/**
 * A text to work on.
 *
 * @param text the body; may be empty
 * @param title what the document is called, if it is known apart from the body
 * @param language what the sender says it is written in, as a BCP 47 tag such as {@code en} or
 *     {@code zh-CN}; null or {@code auto} leaves it to the engine
 */
public record Document(String text, @Nullable String title, @Nullable String language) {

  /** A document of which only the text is known. */
  public static Document of(String text) {
    return new Document(text, null, null);
  }
}
