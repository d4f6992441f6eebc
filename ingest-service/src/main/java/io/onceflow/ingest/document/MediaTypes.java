package io.onceflow.ingest.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.tika.metadata.HttpHeaders;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MimeTypes;
import org.jspecify.annotations.Nullable;

/** Tells from the bytes of a document what it is, and whether the suite can read it. */
final class MediaTypes {
  private static final MimeTypes KNOWN = MimeTypes.getDefaultMimeTypes();
  private static final int MARK_UP_WITHIN = 1024;
  private static final MediaType HTML = MediaType.text("html");
  private static final Set<MediaType> KEPT_TEXTS =
      Set.of(MediaType.text("markdown"), MediaType.text("csv"));
  private static final String MARKDOWN_OF_TIKA = "text/x-web-markdown";

  /** Files that the step {@code text-extract} reads. Their subtypes count too. */
  private static final Set<MediaType> FILES =
      Set.of(
          HTML,
          MediaType.parse("application/xhtml+xml"),
          MediaType.parse("application/pdf"),
          MediaType.parse("application/rtf"),
          MediaType.parse("application/epub+zip"),
          // docx, xlsx, pptx and doc, xls, ppt
          MediaType.parse("application/x-tika-ooxml"),
          MediaType.parse("application/x-tika-msoffice"),
          MediaType.parse("application/vnd.oasis.opendocument.text"),
          MediaType.parse("application/vnd.oasis.opendocument.spreadsheet"),
          MediaType.parse("application/vnd.oasis.opendocument.presentation"),
          MediaType.image("png"),
          MediaType.image("jpeg"),
          MediaType.image("tiff"),
          MediaType.image("gif"),
          MediaType.image("bmp"),
          MediaType.image("webp"));

  /**
   * What the bytes are. The name and the declared type only tell kinds apart that look alike, such
   * as Markdown and plain text: they never make a file what it is not.
   *
   * @param start of the document, or all of it
   */
  MediaType sniff(byte[] start, @Nullable String declared, @Nullable String fileName) {
    if (fileName == null && "text/plain".equals(declared) && isPlainly(start)) {
      return MediaType.TEXT_PLAIN;
    }
    var sniffed = detect(start, new Metadata());
    if (sniffed.equals(MediaType.OCTET_STREAM)) {
      // every type is a kind of this one, so a hint would be believed without any evidence
      return sniffed;
    }
    var hints = new Metadata();
    if (declared != null) {
      hints.set(HttpHeaders.CONTENT_TYPE, declared);
    }
    if (fileName != null) {
      hints.set(TikaCoreProperties.RESOURCE_NAME_KEY, fileName);
    }
    return hints.size() == 0 ? sniffed : detect(start, hints);
  }

  /**
   * Whether the bytes are what most texts are and no file is: words first, no mark-up near the
   * beginning, no control characters. Trying the marks of a thousand formats on each text takes
   * more time than all the rest of an upload.
   */
  private static boolean isPlainly(byte[] start) {
    if (!Character.isLetterOrDigit(start[0]) && start[0] > 0) {
      return false;
    }
    for (var i = 0; i < start.length; i++) {
      var isControl = start[i] >= 0 && start[i] < ' ' && !Character.isWhitespace(start[i]);
      if (isControl || (start[i] == '<' && i < MARK_UP_WITHIN)) {
        return false;
      }
    }
    return true;
  }

  private static MediaType detect(byte[] start, Metadata hints) {
    try {
      return KNOWN.detect(new ByteArrayInputStream(start), hints).getBaseType();
    } catch (IOException e) {
      throw new UncheckedIOException("memory can be read", e);
    }
  }

  boolean isFile(MediaType type) {
    return isOneOf(FILES, type);
  }

  /** Whether the type is a text, or so unknown that it may be one in a rare charset. */
  boolean mayBeText(MediaType type) {
    return isText(type) || type.equals(MediaType.OCTET_STREAM);
  }

  boolean isText(MediaType type) {
    return KNOWN.getMediaTypeRegistry().isInstanceOf(type, MediaType.TEXT_PLAIN)
        || type.getType().equals("text");
  }

  /** The media type to keep a text under: few kinds matter to a reader. */
  String textType(MediaType type) {
    if (type.toString().equals(MARKDOWN_OF_TIKA)) {
      return "text/markdown";
    }
    return KEPT_TEXTS.contains(type) ? type.toString() : MediaType.TEXT_PLAIN.toString();
  }

  private static boolean isOneOf(Set<MediaType> types, MediaType type) {
    return types.stream().anyMatch(each -> KNOWN.getMediaTypeRegistry().isInstanceOf(type, each));
  }
}
