package io.onceflow.ingest.document;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is to be processed: a text, or a file that a step extracts the text of. */
public final class Document {
  private final byte[] content;
  private final String mediaType;
  private final @Nullable String text;
  private final @Nullable String charset;

  private Document(
      byte[] content, String mediaType, @Nullable String text, @Nullable String charset) {
    this.content = content;
    this.mediaType = mediaType;
    this.text = text;
    this.charset = charset;
  }

  static Document file(byte[] content, String mediaType) {
    return new Document(content, mediaType, null, null);
  }

  static Document text(String text, String mediaType, @Nullable String charset) {
    return new Document(text.getBytes(StandardCharsets.UTF_8), mediaType, text, charset);
  }

  /** The bytes as they are stored; of a text, its UTF-8. Not to be changed. */
  public byte[] content() {
    return content;
  }

  public String mediaType() {
    return mediaType;
  }

  /** The whole text, if it is one. */
  public Optional<String> text() {
    return Optional.ofNullable(text);
  }

  /** The charset that a text came in, if that was not UTF-8. */
  public Optional<String> charset() {
    return Optional.ofNullable(charset);
  }
}
