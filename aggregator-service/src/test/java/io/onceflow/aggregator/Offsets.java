package io.onceflow.aggregator;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics that the aggregator reads, and how far groups have read them. */
final class Offsets {
  private static final int PARTITIONS = 3;
  private static final List<TopicPartition> MERGED =
      Stream.of(Topics.ACCEPTED, Topics.RESULT)
          .flatMap(
              topic -> IntStream.range(0, PARTITIONS).mapToObj(it -> new TopicPartition(topic, it)))
          .toList();

  private Offsets() {}

  // the topics of a hundred steps would take longer than all tests
  static void createTopics() {
    try (var admin = admin()) {
      var topics =
          Stream.of(Topics.ACCEPTED, Topics.RESULT, Topics.DEAD_LETTERS)
              .map(topic -> new NewTopic(topic, PARTITIONS, (short) 1))
              .toList();
      admin.createTopics(topics).all().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Records that the group has not committed yet. */
  static long lag(String group) throws Exception {
    try (var admin = admin()) {
      var read = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      var begins = offsets(admin, OffsetSpec.earliest());
      var behind = 0L;
      for (var end : offsets(admin, OffsetSpec.latest()).entrySet()) {
        var offset = read.get(end.getKey());
        var begin = begins.getOrDefault(end.getKey(), 0L);
        behind += end.getValue() - (offset == null ? begin : offset.offset());
      }
      return behind;
    }
  }

  /** Sets a group that has no members back to the earliest offsets. */
  static void setBack(String group) throws Exception {
    try (var admin = admin()) {
      var earliest = new HashMap<TopicPartition, OffsetAndMetadata>();
      offsets(admin, OffsetSpec.earliest())
          .forEach((at, offset) -> earliest.put(at, new OffsetAndMetadata(offset)));
      admin.alterConsumerGroupOffsets(group, earliest).all().get();
    }
  }

  /** Lets the topics begin now, for tests that read them from the start. */
  static void dropEarlierRecords() throws Exception {
    try (var admin = admin()) {
      var drop = new HashMap<TopicPartition, RecordsToDelete>();
      offsets(admin, OffsetSpec.latest())
          .forEach((at, offset) -> drop.put(at, RecordsToDelete.beforeOffset(offset)));
      admin.deleteRecords(drop).all().get();
    }
  }

  /** Members of the group that read something. */
  static long readers(String group) throws Exception {
    try (var admin = admin()) {
      return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
          .flatMap(described -> described.members().stream())
          .filter(member -> !member.assignment().topicPartitions().isEmpty())
          .count();
    }
  }

  private static Map<TopicPartition, Long> offsets(Admin admin, OffsetSpec spec)
      throws InterruptedException, ExecutionException {
    return admin
        .listOffsets(MERGED.stream().collect(Collectors.toMap(it -> it, _ -> spec)))
        .all()
        .get()
        .entrySet()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().offset()));
  }

  private static Admin admin() {
    return Admin.create(
        Map.of("bootstrap.servers", (Object) TestServers.shared().kafkaBootstrapServers()));
  }
}
