package io.onceflow.benchmarks.notify;

import io.onceflow.model.Headers;
import io.onceflow.model.Input;
import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepName;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends what ingest and the workers would send of articles. */
final class TaskMessages implements AutoCloseable {
  private static final List<StepName> STEPS =
      Stream.of("quality-score", "keyword-extract", "auto-classify", "summary-gen")
          .map(StepName::new)
          .toList();
  private static final String SHA256 = "0".repeat(64);
  private static final Duration EXPIRY = Duration.ofHours(1);
  // as long as a summary
  private static final String RESULT =
      "{\"text\":\"%s\",\"sentences\":[]}".formatted("x".repeat(600));

  private final KafkaProducer<byte[], byte[]> producer;
  private volatile @Nullable Exception failure;

  TaskMessages(String kafka) {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka, "acks", "all", "linger.ms", 0),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** A task that is submitted now. */
  TaskAccepted task(Duration deadline) {
    var now = Instant.now();
    return new TaskAccepted(
        UuidV7.next(),
        TaskId.next(),
        "default",
        "benchmark",
        "article",
        STEPS,
        "A title",
        "en",
        5,
        now,
        now.plus(deadline),
        now.plus(deadline).plus(EXPIRY),
        "0af7651916cd43dd8448eb211c80319c",
        "benchmark",
        new Input("default/" + SHA256, "text/plain", 3000, null),
        SHA256,
        "",
        null,
        Map.of());
  }

  void accept(TaskAccepted task) {
    send(Topics.ACCEPTED, task.taskId(), task);
  }

  /**
   * Sends the results of all steps.
   *
   * @param last runs before the last one is sent
   */
  void finish(TaskAccepted task, Runnable last) {
    for (var step : STEPS) {
      if (step.equals(STEPS.getLast())) {
        last.run();
      }
      send(Topics.RESULT, task.taskId(), result(task, step));
    }
  }

  private static StepFinished result(TaskAccepted task, StepName step) {
    return new StepFinished.Succeeded(
        UuidV7.next(),
        task.taskId(),
        task.tenant(),
        step,
        1,
        1,
        false,
        "embedded",
        "minilm",
        Instant.now(),
        Instant.now(),
        new Usage(1, 100, 20, 0, 0, 1_500),
        MessageJson.mapper().readTree(RESULT),
        null,
        null);
  }

  private void send(String topic, TaskId key, Message message) {
    var record =
        new ProducerRecord<>(
            topic, key.toString().getBytes(StandardCharsets.UTF_8), MessageJson.write(message));
    header(record, Headers.MESSAGE_ID, String.valueOf(message.messageId()));
    header(record, Headers.MESSAGE_TYPE, MessageJson.typeOf(message));
    header(record, Headers.SCHEMA_VERSION, "1");
    var _ =
        producer.send(
            record,
            (_, problem) -> {
              if (problem != null) {
                failure = problem;
              }
            });
  }

  private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns once the broker has all that was sent. */
  void flush() {
    producer.flush();
    if (failure != null) {
      throw new IllegalStateException("a message could not be sent", failure);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
