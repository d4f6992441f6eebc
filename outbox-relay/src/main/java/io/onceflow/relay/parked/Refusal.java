package io.onceflow.relay.parked;

import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * Why a row can never be sent as things are.
 *
 * @param code {@code too-large}, {@code invalid-topic}, {@code unknown-topic}, {@code
 *     forbidden-topic} or {@code unreadable-messages}
 * @param reason in words, for an operator
 * @param topic that is absent, for {@code unknown-topic}
 */
public record Refusal(String code, String reason, @Nullable String topic) {

  /** A record is larger than its topic takes. */
  public static Refusal tooLarge(String topic, long bytes, long limit) {
    return new Refusal(
        "too-large",
        "a record of %d bytes is too large for %s, which takes %d".formatted(bytes, topic, limit),
        null);
  }

  /** The broker found a record too large. */
  public static Refusal tooLarge(RecordTooLargeException e) {
    return new Refusal("too-large", String.valueOf(e.getMessage()), null);
  }

  /** Kafka allows no topic of this name. */
  public static Refusal invalidTopic(String topic) {
    return new Refusal("invalid-topic", "no topic can be named '%s'".formatted(topic), null);
  }

  /** The broker allows no topic of this name. */
  public static Refusal invalidTopic(InvalidTopicException e) {
    return new Refusal("invalid-topic", String.valueOf(e.getMessage()), null);
  }

  /** The relay may not write to the topic. */
  public static Refusal forbidden(TopicAuthorizationException e) {
    return new Refusal("forbidden-topic", String.valueOf(e.getMessage()), null);
  }

  /** The brokers have no such topic. */
  public static Refusal unknownTopic(String topic) {
    return new Refusal("unknown-topic", "there is no topic %s".formatted(topic), topic);
  }

  /** The column {@code messages} is not what an outbox holds. */
  public static Refusal unreadable(String why) {
    return new Refusal("unreadable-messages", "the column messages cannot be read: " + why, null);
  }
}
