package io.onceflow.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON of the column {@code messages}: an array of {@link OutboxMessage}. Text and not jsonb,
 * because jsonb refuses the escape of NUL that a document may hold.
 */
public final class MessagesColumn {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final TypeReference<List<OutboxMessage>> MESSAGES = new TypeReference<>() {};
  private static final ObjectWriter WRITER = MAPPER.writerFor(MESSAGES);

  private MessagesColumn() {}

  static String write(List<OutboxMessage> messages) {
    return WRITER.writeValueAsString(messages);
  }

  /**
   * Reads the column.
   *
   * @throws tools.jackson.core.JacksonException if it is not what {@link OutboxTable} writes
   */
  public static List<OutboxMessage> read(String json) {
    @Nullable List<OutboxMessage> messages = MAPPER.readValue(json, MESSAGES);
    return messages == null ? List.of() : messages;
  }
}
