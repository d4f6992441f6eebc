package io.onceflow.worker.engine.openai.chat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.unit.DataSize;

/**
 * A response, read whole.
 *
 * @param tooLarge whether the body was longer than allowed and was left
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HttpAnswer(int status, HttpHeaders headers, byte[] body, boolean tooLarge) {

  static HttpAnswer read(ClientHttpResponse response, DataSize largest) throws IOException {
    int most = Math.toIntExact(largest.toBytes());
    try (InputStream body = response.getBody()) {
      // closing what is left unread gives the connection up; otherwise the rest would be read too
      var bytes = body.readNBytes(most);
      var tooLarge = bytes.length == most && body.read() >= 0;
      return new HttpAnswer(
          response.getStatusCode().value(), response.getHeaders(), bytes, tooLarge);
    }
  }

  boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /**
   * The body as text.
   *
   * @throws CharacterCodingException if it is not of its charset, which is UTF-8 unless it says so
   */
  String text() throws CharacterCodingException {
    return charset().newDecoder().decode(ByteBuffer.wrap(body)).toString();
  }

  /** The body as text, with marks for what cannot be read. */
  String roughText() {
    return new String(body, charset());
  }

  private Charset charset() {
    try {
      var type = headers.getContentType();
      var named = type == null ? null : type.getCharset();
      return named == null ? StandardCharsets.UTF_8 : named;
    } catch (InvalidMediaTypeException e) {
      return StandardCharsets.UTF_8;
    }
  }

  /** What the provider says about its limits, the names in lower case. */
  Map<String, String> limitHeaders() {
    var limits = new HashMap<String, String>();
    headers.forEach(
        (name, values) -> {
          var lower = name.toLowerCase(Locale.ROOT);
          if (lower.startsWith("x-ratelimit-") || lower.startsWith("retry-after")) {
            limits.put(lower, String.join(",", values));
          }
        });
    return limits;
  }

  /** The provider's name for the exchange, for its support. */
  @Nullable String requestId() {
    for (var header : new String[] {"x-request-id", "apim-request-id", "request-id"}) {
      var id = headers.getFirst(header);
      if (id != null) {
        return id;
      }
    }
    return null;
  }
}
