package io.onceflow.benchmarks.relay;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from the moment of its making and notes when each row arrives. */
final class Consumer implements AutoCloseable {
  private static final int PARTITIONS = 3;
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private volatile Rows rows = new Rows(0, 0);
  private volatile boolean closed;

  private Consumer(KafkaConsumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
    this.thread = Thread.ofPlatform().name("consumer").daemon().unstarted(this::read);
  }

  /** Makes the topic and reads it. */
  static Consumer of(String kafka, String topic) throws InterruptedException {
    try (var admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
      admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    var reading =
        new KafkaConsumer<byte[], byte[]>(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    var partitions =
        IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .toList();
    reading.assign(partitions);
    reading.seekToBeginning(partitions);
    var consumer = new Consumer(reading);
    consumer.thread.start();
    return consumer;
  }

  /** From now on these rows are waited for. */
  void expect(Rows expected) {
    rows = expected;
  }

  private void read() {
    while (!closed) {
      var records = consumer.poll(POLL);
      var now = System.nanoTime();
      var expected = rows;
      records.forEach(record -> expected.received(Rows.numberOf(record.value()), now));
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
