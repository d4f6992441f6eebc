package io.onceflow.ingest.upload;

import io.onceflow.http.access.Caller;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.http.trace.TraceContext;
import io.onceflow.ingest.commit.IdempotencyKey;
import io.onceflow.ingest.document.Document;
import io.onceflow.ingest.document.DocumentReader;
import io.onceflow.ingest.document.DocumentReader.Declared;
import io.onceflow.ingest.document.RefusedDocumentException;
import io.onceflow.ingest.request.TaskRequest;
import io.onceflow.ingest.request.TaskRequestJson;
import io.onceflow.ingest.request.TaskRequestQuery;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.util.unit.DataSize;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** Translates requests into uploads. What it throws is the answer to a request that is none. */
final class UploadReader {
  private final DocumentReader documents;
  private final DataSize maxJson;
  private final @Nullable String tasksUrl;

  /**
   * @param maxJson longest JSON body
   * @param tasksUrl of the read side; absent where it is reached by the same host name
   */
  UploadReader(DocumentReader documents, DataSize maxJson, @Nullable String tasksUrl) {
    this.documents = documents;
    this.maxJson = maxJson;
    this.tasksUrl = tasksUrl;
  }

  Upload json(HttpServletRequest request, Caller caller, @Nullable String key) throws IOException {
    var idempotencyKey = header(key);
    var asked = TaskRequestJson.read(body(request, maxJson));
    if (asked.idempotencyKey() != null) {
      throw ProblemException.invalidField(
          "idempotencyKey", "belongs into the header Idempotency-Key");
    }
    return ofJson(asked, caller, idempotencyKey, links(request));
  }

  Upload multipart(MultipartHttpServletRequest request, Caller caller, @Nullable String key)
      throws IOException {
    var file = request.getFile("file");
    if (file == null) {
      throw ProblemException.invalidField("file", "is missing: send the document as this part");
    }
    var asked = options(request);
    if (asked.text() != null) {
      throw ProblemException.invalidField("text", "cannot be sent beside the part 'file'");
    }
    var name = file.getOriginalFilename();
    var declared = declared(file.getContentType(), name == null || name.isBlank() ? null : name);
    try (var content = file.getInputStream()) {
      var document = document(content, file.getSize(), declared, "file");
      return upload(caller, header(key), document, declared.fileName(), asked, links(request));
    }
  }

  Upload raw(HttpServletRequest request, Caller caller, @Nullable String key) throws IOException {
    var asked = TaskRequestQuery.read(query(request));
    var declared = declared(request.getContentType(), null);
    if (MediaType.APPLICATION_FORM_URLENCODED_VALUE.equals(declared.mediaType())) {
      throw ProblemException.unsupportedType(
          "Form fields are not accepted: name the document's own type in Content-Type.");
    }
    var document =
        document(request.getInputStream(), request.getContentLengthLong(), declared, "body");
    return upload(caller, header(key), document, null, asked, links(request));
  }

  /** An item of a batch. */
  Upload item(TaskRequest item, Caller caller, TaskLinks links) {
    return ofJson(item, caller, key("idempotencyKey", item.idempotencyKey()), links);
  }

  TaskLinks links(HttpServletRequest request) {
    return new TaskLinks(
        tasksUrl == null
            ? ServletUriComponentsBuilder.fromContextPath(request).build().toUriString()
            : tasksUrl);
  }

  /** The whole body, if it is not longer than allowed. */
  static byte[] body(HttpServletRequest request, DataSize most) throws IOException {
    if (request.getContentLengthLong() <= most.toBytes()) {
      // one byte more than allowed tells a body of just the limit from a longer one
      var body = request.getInputStream().readNBytes(Math.toIntExact(most.toBytes()) + 1);
      if (body.length <= most.toBytes()) {
        return body;
      }
    }
    throw ProblemException.tooLarge(
        "The body may have at most %d bytes.".formatted(most.toBytes()));
  }

  private Upload ofJson(
      TaskRequest asked, Caller caller, @Nullable IdempotencyKey key, TaskLinks links) {
    if (asked.text() == null) {
      throw ProblemException.invalidField("text", "is missing");
    }
    try {
      return upload(caller, key, documents.text(asked.text()), null, asked, links);
    } catch (RefusedDocumentException e) {
      throw refusal(e, "text");
    }
  }

  private static Upload upload(
      Caller caller,
      @Nullable IdempotencyKey key,
      Document document,
      @Nullable String fileName,
      TaskRequest asked,
      TaskLinks links) {
    return new Upload(caller, key, document, fileName, asked, TraceContext.current(), links);
  }

  private Document document(InputStream body, long length, Declared declared, String field)
      throws IOException {
    try {
      return documents.read(body, length, declared);
    } catch (RefusedDocumentException e) {
      throw refusal(e, field);
    }
  }

  private static ProblemException refusal(RefusedDocumentException e, String field) {
    return switch (e.reason()) {
      case EMPTY -> ProblemException.invalidField(field, e.detail());
      case TOO_LARGE -> ProblemException.tooLarge(sentence(e));
      case UNSUPPORTED_TYPE -> ProblemException.unsupportedType(sentence(e));
      case UNDECODABLE_TEXT -> ProblemException.badRequest("undecodable-text", sentence(e));
    };
  }

  private static String sentence(RefusedDocumentException e) {
    return Character.toUpperCase(e.detail().charAt(0)) + e.detail().substring(1) + ".";
  }

  private static TaskRequest options(MultipartHttpServletRequest request) throws IOException {
    MultipartFile part = request.getFile("request");
    if (part != null) {
      return TaskRequestJson.read(part.getBytes());
    }
    var field = request.getParameter("request");
    return field == null
        ? TaskRequest.NOTHING_SAID
        : TaskRequestJson.read(field.getBytes(StandardCharsets.UTF_8));
  }

  private static MultiValueMap<String, String> query(HttpServletRequest request) {
    // the servlet's parameters would read a form from the body
    var query = request.getQueryString();
    var raw = UriComponentsBuilder.newInstance().query(query).build().getQueryParams();
    var decoded = new LinkedMultiValueMap<String, String>();
    raw.forEach(
        (name, values) ->
            values.forEach(
                value -> decoded.add(decoded(name), value == null ? "" : decoded(value))));
    return decoded;
  }

  private static String decoded(String text) {
    return UriUtils.decode(text.replace('+', ' '), StandardCharsets.UTF_8);
  }

  private static @Nullable IdempotencyKey header(@Nullable String value) {
    return key("Idempotency-Key", value);
  }

  private static @Nullable IdempotencyKey key(String field, @Nullable String value) {
    try {
      return value == null ? null : IdempotencyKey.ofHeader(value);
    } catch (IllegalArgumentException e) {
      throw ProblemException.invalidField(field, String.valueOf(e.getMessage()));
    }
  }

  private static Declared declared(@Nullable String contentType, @Nullable String fileName) {
    if (contentType == null) {
      return new Declared(null, null, fileName);
    }
    try {
      var type = MediaType.parseMediaType(contentType);
      return new Declared(
          "%s/%s".formatted(type.getType(), type.getSubtype()),
          type.getParameter("charset"),
          fileName);
    } catch (InvalidMediaTypeException e) {
      throw ProblemException.unsupportedType("The header Content-Type is not a media type.");
    }
  }
}
