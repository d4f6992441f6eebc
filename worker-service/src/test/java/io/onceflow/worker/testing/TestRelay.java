package io.onceflow.worker.testing;

import io.onceflow.model.Headers;
import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepFinished;
import io.onceflow.model.UnreadableMessageException;
import io.onceflow.outbox.MessagesColumn;
import io.onceflow.outbox.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Drains the worker's outbox: publishes requests for steps, and keeps every message. */
final class TestRelay implements AutoCloseable {
  private record Row(long id, UUID key, String messages, @Nullable String tail) {}

  private final JdbcTemplate jdbc;
  private final Producer<byte[], byte[]> producer;
  private final List<Message> messages = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean closed;

  TestRelay(JdbcTemplate jdbc, Producer<byte[], byte[]> producer) {
    this.jdbc = jdbc;
    this.producer = producer;
    this.thread = Thread.ofPlatform().name("test-relay").daemon().start(this::relay);
  }

  List<Message> messages() {
    return List.copyOf(messages);
  }

  List<StepFinished> finished() {
    return messages.stream()
        .filter(StepFinished.class::isInstance)
        .map(StepFinished.class::cast)
        .toList();
  }

  private void relay() {
    while (!closed) {
      try {
        var rows =
            jdbc.query(
                "select id, key, messages, tail from worker.outbox order by id limit 500",
                (row, _) ->
                    new Row(
                        row.getLong(1),
                        row.getObject(2, UUID.class),
                        row.getString(3),
                        text(row.getBytes(4))));
        rows.forEach(this::send);
        jdbc.batchUpdate(
            "delete from worker.outbox where id = ?",
            rows.stream().map(row -> new Object[] {row.id()}).toList());
        if (rows.isEmpty()) {
          LockSupport.parkNanos(10_000_000);
        }
      } catch (DataAccessException e) {
        LockSupport.parkNanos(100_000_000);
      }
    }
  }

  private void send(Row row) {
    for (var message : MessagesColumn.read(row.messages())) {
      var value = value(message, row.tail());
      if (message.type().equals("StepRequested")) {
        publish(record(row.key(), message, value));
      }
      try {
        messages.add(MessageJson.read(message.type(), "" + message.version(), value));
      } catch (UnreadableMessageException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void publish(ProducerRecord<byte[], byte[]> sent) {
    try {
      producer.send(sent).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable String text(byte @Nullable [] tail) {
    return tail == null ? null : new String(tail, StandardCharsets.UTF_8);
  }

  private static byte[] value(OutboxMessage message, @Nullable String tail) {
    var shared = message.joinsTail() && tail != null ? tail : "";
    return (message.head() + shared).getBytes(StandardCharsets.UTF_8);
  }

  private static ProducerRecord<byte[], byte[]> record(
      UUID key, OutboxMessage message, byte[] value) {
    var sent = new ProducerRecord<>(message.topic(), bytes(key.toString()), value);
    sent.headers().add(Headers.MESSAGE_ID, bytes(message.id().toString()));
    sent.headers().add(Headers.MESSAGE_TYPE, bytes(message.type()));
    sent.headers().add(Headers.SCHEMA_VERSION, bytes("" + message.version()));
    return sent;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
