package io.onceflow.worker.claim;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer of one lane's step topics. It commits no offset beyond a record that waits in the
 * backlog, and pauses the partitions of steps for which records wait. For one thread, {@link
 * #wakeup} aside.
 */
final class LaneConsumer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LaneConsumer.class);
  private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(5);

  private final Lane lane;
  private final Map<String, StepName> steps;
  private final Consumer<byte[], byte[]> consumer;
  private final Backlog backlog;
  private final Duration acknowledgeInterval;
  private long acknowledgedNanos = System.nanoTime();

  /**
   * @param steps of the topics to read
   */
  LaneConsumer(
      Lane lane,
      Map<String, StepName> steps,
      Consumer<byte[], byte[]> consumer,
      Backlog backlog,
      Duration acknowledgeInterval) {
    this.lane = lane;
    this.steps = steps;
    this.consumer = consumer;
    this.backlog = backlog;
    this.acknowledgeInterval = acknowledgeInterval;
  }

  void subscribe() {
    consumer.subscribe(steps.keySet(), new Rebalance());
  }

  /** Interrupts a poll, or the next one. */
  void wakeup() {
    consumer.wakeup();
  }

  /** What has come; nothing where the poll was interrupted. */
  Iterable<ConsumerRecord<byte[], byte[]>> poll(Duration patience) {
    try {
      return consumer.poll(patience);
    } catch (WakeupException e) {
      log.trace("A slot is free, or the lane ends");
      return ConsumerRecords.empty();
    }
  }

  /**
   * Kafka is the buffer of steps for which records wait.
   *
   * @param all whether it is the buffer of every step
   */
  void pauseAndResume(boolean all) {
    var full = backlog.topics().map(steps::get).collect(Collectors.toSet());
    var toPause = new HashSet<TopicPartition>();
    for (var partition : consumer.assignment()) {
      if (all || full.contains(steps.get(partition.topic()))) {
        toPause.add(partition);
      }
    }
    if (!toPause.equals(consumer.paused())) {
      var toResume = new HashSet<>(consumer.assignment());
      toResume.removeAll(toPause);
      consumer.resume(toResume);
      consumer.pause(toPause);
    }
  }

  /** Commits what is claimed, now and then, without waiting for it. */
  void acknowledge() {
    if (System.nanoTime() - acknowledgedNanos < acknowledgeInterval.toNanos()) {
      return;
    }
    var offsets = backlog.toCommit();
    if (offsets.isEmpty()) {
      return;
    }
    acknowledgedNanos = System.nanoTime();
    consumer.commitAsync(
        offsets,
        (done, failure) -> {
          if (failure == null) {
            backlog.committed(done);
          } else {
            log.debug("Offsets are committed with the next ones", failure);
          }
        });
  }

  /** Commits what is claimed. */
  void acknowledgeNow() {
    commit(backlog.toCommit());
  }

  @Override
  public void close() {
    consumer.close();
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
    if (offsets.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(offsets, COMMIT_PATIENCE);
      backlog.committed(offsets);
    } catch (WakeupException e) {
      // meant for the poll; the commit is made without it
      commit(offsets);
    } catch (KafkaException e) {
      log.debug("Claimed records will be read again, and found claimed", e);
    }
  }

  /** Commits what is claimed before a partition goes, and forgets what is not. */
  private final class Rebalance implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> gone) {
      var offsets = new HashMap<>(backlog.toCommit());
      offsets.keySet().retainAll(gone);
      commit(offsets);
      backlog.forget(gone);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> gone) {
      backlog.forget(gone);
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> come) {
      log.debug("The {} lane reads {} more partitions", lane, come.size());
    }
  }
}
