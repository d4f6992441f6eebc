package io.onceflow.aggregator.deadletter;

import io.onceflow.model.DeadLetter;
import io.onceflow.model.Headers;
import io.onceflow.model.MessageJson;
import io.onceflow.model.UnreadableMessageException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of the dead-letter topic as it is kept.
 *
 * @param raw in Base64, of a record that could not be read
 */
record DeadLetterRow(
    UUID id,
    @Nullable String tenant,
    @Nullable UUID taskId,
    @Nullable String step,
    String code,
    String message,
    boolean retryable,
    @Nullable String stackClass,
    int attempts,
    Instant failedAt,
    @Nullable String source,
    @Nullable String original,
    @Nullable String raw) {

  /** Reads a record; one that is not a dead letter is kept as its bytes. */
  static DeadLetterRow of(ConsumerRecord<byte[], byte[]> record) {
    var code = header(record, Headers.DEAD_LETTER_CODE);
    if (code == null) {
      try {
        if (MessageJson.read(
                header(record, Headers.MESSAGE_TYPE),
                header(record, Headers.SCHEMA_VERSION),
                record.value() == null ? new byte[0] : record.value())
            instanceof DeadLetter letter) {
          return of(letter);
        }
      } catch (UnreadableMessageException e) {
        return untouched(record, e.code(), String.valueOf(e.getMessage()));
      }
      return untouched(record, "unexpected-message-type", "not a dead letter");
    }
    var why = header(record, Headers.DEAD_LETTER_MESSAGE);
    return untouched(record, code, why == null ? "" : why);
  }

  private static DeadLetterRow of(DeadLetter letter) {
    return new DeadLetterRow(
        letter.messageId(),
        letter.tenant(),
        letter.taskId() == null ? null : letter.taskId().value(),
        letter.step().value(),
        letter.error().code(),
        letter.error().message(),
        letter.error().retryable(),
        letter.stackClass(),
        letter.attempts(),
        letter.failedAt(),
        null,
        new String(MessageJson.write(letter.original()), StandardCharsets.UTF_8),
        null);
  }

  private static DeadLetterRow untouched(
      ConsumerRecord<byte[], byte[]> record, String code, String message) {
    return new DeadLetterRow(
        idOf(record),
        null,
        null,
        null,
        code,
        message,
        false,
        null,
        0,
        Instant.ofEpochMilli(record.timestamp()),
        header(record, Headers.DEAD_LETTER_SOURCE),
        null,
        record.value() == null ? null : Base64.getEncoder().encodeToString(record.value()));
  }

  // the same for each reading of the record, and of the time at which it came
  private static UUID idOf(ConsumerRecord<byte[], byte[]> record) {
    var place = "%s/%d/%d".formatted(record.topic(), record.partition(), record.offset());
    var bits =
        UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8)).getLeastSignificantBits();
    return new UUID((record.timestamp() << 16) | 0x7000, bits);
  }

  private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }
}
