package io.onceflow.benchmarks.load;

import io.onceflow.model.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Sees the end of every task on the topic that other systems read. */
public final class FinishedTopic implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private volatile Completions completions = new Completions(1);
  private volatile boolean closed;

  /** Reads from now on. */
  public FinishedTopic(String kafka) {
    Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka);
    consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    var partitions =
        consumer.partitionsFor(Topics.FINISHED).stream()
            .map(partition -> new TopicPartition(Topics.FINISHED, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    thread = Thread.ofPlatform().name("finished").daemon().start(this::read);
  }

  /** From now on these are told. */
  public void tell(Completions told) {
    completions = told;
  }

  private void read() {
    while (!closed) {
      var records = consumer.poll(POLL);
      var now = System.nanoTime();
      records.forEach(
          record -> completions.done(new String(record.key(), StandardCharsets.US_ASCII), now));
    }
    consumer.close();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
