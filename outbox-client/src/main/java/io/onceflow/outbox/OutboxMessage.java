package io.onceflow.outbox;

import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * One record to publish.
 *
 * @param topic to publish to
 * @param id of the message; stays the same however often the record is published
 * @param type of the message, see {@link MessageJson#typeOf}
 * @param version of the message's JSON
 * @param head what comes before the row's tail in the record's value
 * @param joinsTail whether the value is head and tail, or the head alone
 */
public record OutboxMessage(
    String topic, UUID id, String type, int version, String head, boolean joinsTail) {

  /** A record whose value does not use the row's tail. */
  public static OutboxMessage whole(String topic, Message message) {
    return new OutboxMessage(
        topic,
        message.messageId(),
        MessageJson.typeOf(message),
        MessageJson.SCHEMA_VERSION,
        new String(MessageJson.write(message), StandardCharsets.UTF_8),
        false);
  }

  /** A record whose value is the given head and then the row's tail. */
  public static OutboxMessage joining(String topic, Message message, String head) {
    return new OutboxMessage(
        topic,
        message.messageId(),
        MessageJson.typeOf(message),
        MessageJson.SCHEMA_VERSION,
        head,
        true);
  }
}
