package io.onceflow.relay.testing;

import io.onceflow.devstack.test.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Sees every record of a topic from the moment of its making, as an outsider would. */
public final class TopicObserver implements AutoCloseable {
  private final KafkaConsumer<String, String> consumer;
  private final List<ConsumerRecord<String, String>> records = new ArrayList<>();
  private final Map<String, Set<String>> valuesByKey = new LinkedHashMap<>();
  private final Map<String, Set<String>> idsByValue = new HashMap<>();

  private TopicObserver(KafkaConsumer<String, String> consumer) {
    this.consumer = consumer;
  }

  /** Makes a topic of three partitions, unless it is there. */
  public static void create(String topic) {
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            TestServers.shared().kafkaBootstrapServers());
    try (var admin = Admin.create(settings)) {
      admin.createTopics(List.of(new NewTopic(topic, 3, (short) 1))).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The topic must be there. */
  public static TopicObserver of(String topic) {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            TestServers.shared().kafkaBootstrapServers(),
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            false);
    var consumer =
        new KafkaConsumer<String, String>(
            settings, new StringDeserializer(), new StringDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    return new TopicObserver(consumer);
  }

  /** Looks for new records for a moment. */
  public TopicObserver poll() {
    for (var seen : consumer.poll(Duration.ofMillis(50))) {
      records.add(seen);
      valuesByKey.computeIfAbsent(seen.key(), _ -> new LinkedHashSet<>()).add(seen.value());
      var id = new String(seen.headers().lastHeader("message-id").value(), StandardCharsets.UTF_8);
      idsByValue.computeIfAbsent(seen.key() + "/" + seen.value(), _ -> new HashSet<>()).add(id);
    }
    return this;
  }

  public List<ConsumerRecord<String, String>> records() {
    return records;
  }

  /** The values of a key in the order of their first sightings. */
  public List<String> valuesOf(Object key) {
    return List.copyOf(valuesByKey.getOrDefault(key.toString(), Set.of()));
  }

  /** Different records seen, by key and value. */
  public int distinct() {
    return idsByValue.size();
  }

  /** Whether no record was seen under two message ids. */
  public boolean duplicatesCarryTheirId() {
    return idsByValue.values().stream().allMatch(ids -> ids.size() == 1);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
