package io.onceflow.aggregator.merge;

import io.onceflow.model.Headers;
import io.onceflow.model.Topics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaOperations;

/** Sets records aside that can never be merged, with their bytes and headers untouched. */
final class UnreadableRecords {
  private static final Logger log = LoggerFactory.getLogger(UnreadableRecords.class);
  private static final long WAIT_SECONDS = 30;

  private final KafkaOperations<byte[], byte[]> kafka;
  private final MergeMetrics metrics;

  UnreadableRecords(KafkaOperations<byte[], byte[]> kafka, MergeMetrics metrics) {
    this.kafka = kafka;
    this.metrics = metrics;
  }

  /**
   * Forwards the record to the dead letters; it is there when this returns.
   *
   * @throws KafkaException if the broker did not take it, so that the record is read again
   */
  void setAside(ConsumerRecord<byte[], byte[]> record, String code, String message) {
    var source = "%s/%d/%d".formatted(record.topic(), record.partition(), record.offset());
    var headers = new RecordHeaders(record.headers().toArray());
    headers.add(Headers.DEAD_LETTER_CODE, bytes(code));
    headers.add(Headers.DEAD_LETTER_MESSAGE, bytes(message));
    headers.add(Headers.DEAD_LETTER_SOURCE, bytes(source));
    try {
      kafka
          .send(
              new ProducerRecord<>(
                  Topics.DEAD_LETTERS, null, null, record.key(), record.value(), headers))
          .get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("Interrupted while a record was set aside", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException("A record could not be set aside", e);
    }
    metrics.setAside(code);
    log.warn("Set {} aside: {} ({})", source, code, message);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
