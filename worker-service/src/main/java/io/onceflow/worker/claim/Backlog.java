package io.onceflow.worker.claim;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The records that were polled and are not claimed yet, and which offsets may be committed: those
 * below the first record that is not claimed. For one thread.
 */
final class Backlog {
  private final Map<TopicPartition, Partition> partitions = new HashMap<>();

  /** What is polled of one partition. */
  private static final class Partition {
    final TreeMap<Long, Received> waiting = new TreeMap<>();
    long next;
    long committed = -1;

    long position() {
      return waiting.isEmpty() ? next : waiting.firstKey();
    }
  }

  void add(Received received) {
    var partition = partitions.computeIfAbsent(of(received.source()), _ -> new Partition());
    partition.waiting.put(received.source().offset(), received);
    partition.next = Math.max(partition.next, received.source().offset() + 1);
  }

  /** Puts back what could not be claimed, unless its partition has gone to another worker. */
  void putBack(Received received) {
    var partition = partitions.get(of(received.source()));
    if (partition != null) {
      partition.waiting.put(received.source().offset(), received);
    }
  }

  void remove(Received received) {
    var partition = partitions.get(of(received.source()));
    if (partition != null) {
      partition.waiting.remove(received.source().offset());
    }
  }

  boolean isEmpty() {
    return partitions.values().stream().allMatch(p -> p.waiting.isEmpty());
  }

  /** What waits, partition by partition, the longest polled first. */
  List<List<Received>> waiting() {
    return partitions.values().stream()
        .filter(p -> !p.waiting.isEmpty())
        .sorted(
            Comparator.comparingLong(p -> p.waiting.firstEntry().getValue().source().timestamp()))
        .map(p -> List.copyOf(p.waiting.values()))
        .toList();
  }

  /** The topics of which something waits. */
  Stream<String> topics() {
    return partitions.entrySet().stream()
        .filter(e -> !e.getValue().waiting.isEmpty())
        .map(e -> e.getKey().topic());
  }

  /** The offsets to commit, where they have moved. */
  Map<TopicPartition, OffsetAndMetadata> toCommit() {
    var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
    partitions.forEach(
        (partition, state) -> {
          if (state.position() > state.committed) {
            offsets.put(partition, new OffsetAndMetadata(state.position()));
          }
        });
    return offsets;
  }

  void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (partition, offset) -> {
          var state = partitions.get(partition);
          if (state != null) {
            state.committed = Math.max(state.committed, offset.offset());
          }
        });
  }

  /** Forgets partitions that went to another worker, with what waits of them. */
  void forget(Collection<TopicPartition> gone) {
    gone.forEach(partitions::remove);
  }

  /** Forgets everything. */
  void clear() {
    partitions.clear();
  }

  private static TopicPartition of(ConsumerRecord<?, ?> source) {
    return new TopicPartition(source.topic(), source.partition());
  }
}
