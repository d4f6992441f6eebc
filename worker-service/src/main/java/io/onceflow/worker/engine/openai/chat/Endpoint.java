package io.onceflow.worker.engine.openai.chat;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Where a model is asked, and how.
 *
 * @param name as the settings call it
 * @param setting the prefix of its settings, for messages that say what to change
 * @param completions the address that takes chat completions
 * @param key absent where none is asked for
 * @param headers sent with each request
 * @param proxy absent for the Java runtime's own choice
 * @param firstByteTimeout until the answer begins; absent for the step's timeout
 * @param largestAnswer of a response body
 */
public record Endpoint(
    String name,
    String setting,
    URI completions,
    @Nullable Secret key,
    Map<String, Secret> headers,
    @Nullable URI proxy,
    Duration connectTimeout,
    @Nullable Duration firstByteTimeout,
    StructuredOutput structuredOutput,
    DataSize largestAnswer) {

  public Endpoint {
    headers = Map.copyOf(headers);
  }

  /** A text from the provider, without this endpoint's secrets. */
  String withoutSecrets(String message) {
    var clean = key == null ? message : key.removedFrom(message);
    for (var header : headers.values()) {
      clean = header.removedFrom(clean);
    }
    return clean;
  }
}
