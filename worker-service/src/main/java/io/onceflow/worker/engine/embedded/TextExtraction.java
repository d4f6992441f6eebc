package io.onceflow.worker.engine.embedded;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import org.apache.tika.Tika;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.exception.WriteLimitReachedException;
import org.apache.tika.metadata.HttpHeaders;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.BodyContentHandler;
import org.xml.sax.SAXException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The text of a document of any common type, by Apache Tika. Scanned images are read where
 * Tesseract is installed.
 */
final class TextExtraction {
  static final String STEP = "text-extract";

  /** What one document may give; a small archive can hold endless text. */
  private static final int MOST_CHARACTERS = 10_000_000;

  private final AutoDetectParser parser = new AutoDetectParser();

  /**
   * What was found.
   *
   * @param text without blank ends
   * @param result what the task shows of it
   */
  record Extracted(String text, JsonNode result) {}

  String model() {
    return Tika.getString().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /**
   * Extracts the text.
   *
   * @throws EngineException for documents without text, encrypted or damaged ones; never retryable
   */
  Extracted extract(StepInput input) throws EngineException {
    var metadata = new Metadata();
    metadata.set(HttpHeaders.CONTENT_TYPE, input.mediaType());
    var handler = new BodyContentHandler(MOST_CHARACTERS);
    var truncated = false;
    try (var stream = new ByteArrayInputStream(input.bytes())) {
      var context = new ParseContext();
      context.set(Parser.class, parser);
      parser.parse(stream, handler, metadata, context);
    } catch (EncryptedDocumentException e) {
      throw EngineException.permanent("encrypted-document", "the document is encrypted", e);
    } catch (SAXException e) {
      if (!WriteLimitReachedException.isWriteLimitReached(e)) {
        throw damaged(e);
      }
      truncated = true;
    } catch (TikaException | IOException e) {
      throw damaged(e);
    }
    var text = handler.toString().strip();
    if (text.isEmpty()) {
      throw EngineException.permanent("no-text", "the document holds no text", null);
    }
    return new Extracted(text, result(metadata, text, truncated));
  }

  private static JsonNode result(Metadata metadata, String text, boolean truncated) {
    var result = JsonNodeFactory.instance.objectNode();
    result.put("mediaType", metadata.get(HttpHeaders.CONTENT_TYPE));
    result.put("characters", text.length());
    result.put("truncated", truncated);
    var title = metadata.get(TikaCoreProperties.TITLE);
    if (title != null && !title.isBlank()) {
      result.put("title", title.strip());
    }
    return result;
  }

  private static EngineException damaged(Exception cause) {
    return EngineException.permanent(
        "unreadable-document",
        "the document cannot be read: it is damaged or not of its type",
        cause);
  }
}
