package io.onceflow.outbox;

import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row to append: all its messages are published, or published again, together.
 *
 * @param key of every record; rows of one key are published in the order of their ids
 * @param messages in the order of their publication
 * @param tail what the values of the messages that join it share, held once
 * @param traceparent W3C trace context, sent as a header
 * @param expiresAt after which the row need not be published; absent for rows that never expire
 */
public record OutboxRow(
    TaskId key,
    List<OutboxMessage> messages,
    @Nullable String tail,
    @Nullable String traceparent,
    @Nullable Instant expiresAt) {

  /** Shards that the keys of an outbox are spread over. */
  public static final int SHARDS = 16;

  public OutboxRow {
    messages = List.copyOf(messages);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("a row publishes at least one message");
    }
    if (tail == null && messages.stream().anyMatch(OutboxMessage::joinsTail)) {
      throw new IllegalArgumentException("a message joins the tail but the row has none");
    }
  }

  /** A row of one message that never expires. */
  public static OutboxRow of(
      String topic, TaskId key, Message message, @Nullable String traceparent) {
    return new OutboxRow(
        key,
        List.of(OutboxMessage.joining(topic, message, "")),
        new String(MessageJson.write(message), StandardCharsets.UTF_8),
        traceparent,
        null);
  }

  /** The shard of a key, 0 to {@link #SHARDS} - 1, from the random bits of its id. */
  public static int shardOf(TaskId key) {
    return (int) (key.value().getLeastSignificantBits() & (SHARDS - 1));
  }
}
