package io.onceflow.ingest.document;

import io.onceflow.ingest.document.RefusedDocumentException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.tika.mime.MediaType;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Reads documents from requests: never more than the limit, and as what their bytes are rather than
 * what the client says.
 */
public final class DocumentReader {
  /** What the type is told from; marks lie within the first few KiB. */
  private static final int START = 64 * 1024;

  private final DocumentLimits limits;
  private final MediaTypes types = new MediaTypes();
  private final TextDecoder decoder = new TextDecoder();

  public DocumentReader(DocumentLimits limits) {
    this.limits = limits;
  }

  /**
   * Reads a document to its end, or until it is too large.
   *
   * @param length that the client declared, in bytes; negative if unknown
   * @throws RefusedDocumentException if it cannot be accepted
   * @throws IOException if the client goes away
   */
  public Document read(InputStream body, long length, Declared declared)
      throws IOException, RefusedDocumentException {
    requireAtMost(limits.document(), length);
    var start = body.readNBytes(START);
    if (start.length == 0) {
      throw new RefusedDocumentException(Reason.EMPTY, "the document is empty");
    }
    var type = types.sniff(start, declared.mediaType(), declared.fileName());
    if (types.isFile(type)) {
      return Document.file(readOn(start, body, limits.document()), type.toString());
    }
    if (!types.mayBeText(type)) {
      throw unsupported(type);
    }
    requireAtMost(limits.text(), length);
    return decoded(readOn(start, body, limits.text()), type, declared);
  }

  /**
   * A text that came decoded.
   *
   * @throws RefusedDocumentException if it is empty or too large
   */
  public Document text(String text) throws RefusedDocumentException {
    return storable(text, MediaType.TEXT_PLAIN.toString(), null);
  }

  private Document decoded(byte[] bytes, MediaType type, Declared declared)
      throws RefusedDocumentException {
    var decoded = decoder.decode(bytes, declared.charset());
    if (decoded.isEmpty()) {
      throw types.isText(type) || declared.isText()
          ? new RefusedDocumentException(
              Reason.UNDECODABLE_TEXT,
              "the text is not valid UTF-8, and no other charset fits it with confidence; send it"
                  + " in UTF-8 or name its charset in Content-Type")
          : unsupported(type);
    }
    var text = decoded.get();
    return storable(
        text.text(),
        types.textType(type),
        text.charset().equals(StandardCharsets.UTF_8) ? null : text.charset().name());
  }

  private Document storable(String text, String mediaType, @Nullable String charset)
      throws RefusedDocumentException {
    if (text.isBlank()) {
      throw new RefusedDocumentException(Reason.EMPTY, "the document is empty");
    }
    var document = Document.text(PlainText.storable(text), mediaType, charset);
    requireAtMost(limits.text(), document.content().length);
    return document;
  }

  private static byte[] readOn(byte[] start, InputStream body, DataSize limit)
      throws IOException, RefusedDocumentException {
    if (start.length < START) {
      return start;
    }
    // one byte more than allowed tells a document of just the limit from a larger one
    var rest = Math.max(0, Math.toIntExact(limit.toBytes()) + 1 - start.length);
    var whole = new ByteArrayOutputStream(start.length * 2);
    whole.write(start);
    whole.write(body.readNBytes(rest));
    requireAtMost(limit, whole.size());
    return whole.toByteArray();
  }

  private static void requireAtMost(DataSize limit, long length) throws RefusedDocumentException {
    if (length > limit.toBytes()) {
      throw new RefusedDocumentException(
          Reason.TOO_LARGE,
          "at most %d bytes are accepted; divide the document".formatted(limit.toBytes()));
    }
  }

  private static RefusedDocumentException unsupported(MediaType type) {
    return new RefusedDocumentException(
        Reason.UNSUPPORTED_TYPE,
        "the content is of the type %s; send text, HTML, PDF, RTF, EPUB, an Office document or an"
                .formatted(type)
            + " image");
  }

  /**
   * What the client says of a document.
   *
   * @param mediaType without parameters
   */
  public record Declared(
      @Nullable String mediaType, @Nullable String charset, @Nullable String fileName) {
    boolean isText() {
      return mediaType != null && mediaType.startsWith("text/");
    }
  }
}
