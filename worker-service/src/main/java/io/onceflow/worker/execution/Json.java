package io.onceflow.worker.execution;

import io.onceflow.model.MessageJson;
import io.onceflow.model.StepRequested;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON in the columns of the worker's tables. */
public final class Json {
  private Json() {}

  public static String write(Object value) {
    return MessageJson.mapper().writeValueAsString(value);
  }

  /** A request without the document's text, which the payload store holds. */
  public static String write(StepRequested request) {
    return new String(MessageJson.write(request.withoutText()), StandardCharsets.UTF_8);
  }

  public static <T> @Nullable T read(@Nullable String json, Class<T> type) {
    return json == null ? null : MessageJson.mapper().readValue(json, type);
  }

  public static @Nullable JsonNode readTree(@Nullable String json) {
    return json == null ? null : MessageJson.mapper().readTree(json);
  }
}
