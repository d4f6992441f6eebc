package io.onceflow.relay.send;

import io.onceflow.model.Headers;
import io.onceflow.outbox.MessagesColumn;
import io.onceflow.outbox.OutboxMessage;
import io.onceflow.relay.parked.Refusal;
import io.onceflow.relay.read.PendingRow;
import io.onceflow.relay.topic.KafkaTopics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What becomes of a row: the records to send, or the reason why it can never be sent. */
public sealed interface RowRecords {

  /**
   * The records of a row, in order.
   *
   * @param bytes of them all
   */
  record Sendable(List<ProducerRecord<byte[], byte[]>> records, long bytes) implements RowRecords {}

  /** The row has to be parked. */
  record Unsendable(Refusal refusal) implements RowRecords {}

  /** Makes the records of rows, held against what the brokers take. */
  final class Maker {
    private static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");
    private static final byte[] NOTHING = {};

    /** More than Kafka adds to a record that is alone in its batch, and to each header. */
    private static final int RECORD_OVERHEAD = 100;

    private static final int HEADER_OVERHEAD = 10;

    private final KafkaTopics topics;

    public Maker(KafkaTopics topics) {
      this.topics = topics;
    }

    /**
     * Makes the records of a row.
     *
     * @throws io.onceflow.relay.topic.BrokerUnavailableException if it takes the brokers to tell
     */
    public RowRecords of(PendingRow row) {
      List<OutboxMessage> messages;
      try {
        messages = MessagesColumn.read(row.messages());
      } catch (JacksonException e) {
        return new Unsendable(Refusal.unreadable(firstLine(e)));
      }
      if (messages.isEmpty()) {
        return new Unsendable(Refusal.unreadable("it names no message"));
      }
      var key = row.key().toString().getBytes(StandardCharsets.US_ASCII);
      var records = new ArrayList<ProducerRecord<byte[], byte[]>>(messages.size());
      var bytes = 0L;
      for (var message : messages) {
        var fault = fault(message, row.tail());
        if (fault != null) {
          return new Unsendable(fault);
        }
        var record = record(key, message, row);
        var size = size(record);
        var refusal = refusal(record.topic(), size);
        if (refusal != null) {
          return new Unsendable(refusal);
        }
        records.add(record);
        bytes += size;
      }
      return new Sendable(records, bytes);
    }

    /** JSON binding leaves absent fields null, whatever the types say. */
    @SuppressWarnings("ConstantValue")
    private static @Nullable Refusal fault(
        @Nullable OutboxMessage message, byte @Nullable [] tail) {
      if (message == null
          || message.topic() == null
          || message.id() == null
          || message.type() == null
          || message.head() == null) {
        return Refusal.unreadable("a message lacks its topic, id, type or head");
      }
      return message.joinsTail() && tail == null
          ? Refusal.unreadable("a message joins the tail but the row has none")
          : null;
    }

    private @Nullable Refusal refusal(String topic, long size) {
      if (!TOPIC.matcher(topic).matches()) {
        return Refusal.invalidTopic(topic);
      }
      var known = topics.limit(topic);
      if (known.isEmpty() || size > known.getAsInt()) {
        topics.refresh();
        known = topics.limit(topic);
      }
      if (known.isEmpty()) {
        return Refusal.unknownTopic(topic);
      }
      var limit = Math.min(known.getAsInt(), ProducerSettings.LARGEST_REQUEST);
      return size > limit ? Refusal.tooLarge(topic, size, limit) : null;
    }

    private static ProducerRecord<byte[], byte[]> record(
        byte[] key, OutboxMessage message, PendingRow row) {
      var value = value(message, row.tail());
      var record = new ProducerRecord<byte[], byte[]>(message.topic(), null, key, value);
      add(record, Headers.MESSAGE_ID, message.id().toString());
      add(record, Headers.MESSAGE_TYPE, message.type());
      add(record, Headers.SCHEMA_VERSION, Integer.toString(message.version()));
      if (row.traceparent() != null) {
        add(record, Headers.TRACEPARENT, row.traceparent());
      }
      return record;
    }

    private static void add(ProducerRecord<byte[], byte[]> record, String name, String value) {
      record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] value(OutboxMessage message, byte @Nullable [] rowTail) {
      var head = message.head().getBytes(StandardCharsets.UTF_8);
      var tail = message.joinsTail() && rowTail != null ? rowTail : NOTHING;
      var value = new byte[head.length + tail.length];
      System.arraycopy(head, 0, value, 0, head.length);
      System.arraycopy(tail, 0, value, head.length, tail.length);
      return value;
    }

    private static long size(ProducerRecord<byte[], byte[]> record) {
      var size = (long) record.key().length + record.value().length + RECORD_OVERHEAD;
      for (var header : record.headers()) {
        size += header.key().length() + header.value().length + HEADER_OVERHEAD;
      }
      return size;
    }

    private static String firstLine(Exception e) {
      return String.valueOf(e.getMessage())
          .lines()
          .findFirst()
          .orElse(e.getClass().getSimpleName());
    }
  }
}
