package io.onceflow.worker.claim;

import io.onceflow.model.Headers;
import io.onceflow.model.Topics;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaOperations;

/**
 * Sends records that will never be readable to the dead letters, bytes and headers untouched, with
 * headers that say why and whence. Returns when the broker has them.
 */
final class SetAside {
  private static final Logger log = LoggerFactory.getLogger(SetAside.class);
  private static final int PATIENCE_SECONDS = 20;

  private final KafkaOperations<byte[], byte[]> kafka;
  private final ExecutionMetrics metrics;

  SetAside(KafkaOperations<byte[], byte[]> kafka, ExecutionMetrics metrics) {
    this.kafka = kafka;
    this.metrics = metrics;
  }

  /**
   * Sets a record aside.
   *
   * @throws KafkaException if the broker does not take it now
   */
  void send(Received.Unreadable unreadable) {
    var source = unreadable.source();
    var where = "%s/%d/%d".formatted(source.topic(), source.partition(), source.offset());
    var letter =
        new ProducerRecord<>(
            Topics.DEAD_LETTERS, null, source.key(), source.value(), source.headers());
    letter.headers().add(Headers.DEAD_LETTER_CODE, bytes(unreadable.code()));
    letter.headers().add(Headers.DEAD_LETTER_MESSAGE, bytes(unreadable.message()));
    letter.headers().add(Headers.DEAD_LETTER_SOURCE, bytes(where));
    try {
      kafka.send(letter).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException("the dead letter was not taken", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
    log.warn("Set aside the record {}: {}", where, unreadable.message());
    metrics.deadLetter("unknown", unreadable.code());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
