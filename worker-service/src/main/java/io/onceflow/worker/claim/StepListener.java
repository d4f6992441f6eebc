package io.onceflow.worker.claim;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import io.onceflow.worker.execution.ExecutionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the step topics of one lane on a thread of its own. It never waits for a call: what has a
 * slot is claimed, the partitions of steps without free slots are paused, and a record's offset is
 * committed only after its claim.
 *
 * <p>A loop over the plain consumer, because a batch is claimed in part and held in part, which a
 * listener container does not let one say.
 */
final class StepListener implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(StepListener.class);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(5);

  private final Lane lane;
  private final Map<String, StepName> steps;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final ReadRecord read;
  private final Slots slots;
  private final ClaimSteps claimSteps;
  private final SetAside setAside;
  private final Duration acknowledgeInterval;
  private final Backlog backlog = new Backlog();
  private final AtomicBoolean starved = new AtomicBoolean();
  private volatile boolean stopping;
  private volatile @Nullable Consumer<byte[], byte[]> current;
  private long acknowledgedNanos = System.nanoTime();
  private long pausedUntilNanos = System.nanoTime();

  /**
   * @param steps of the topics to read
   */
  StepListener(
      Lane lane,
      Map<String, StepName> steps,
      Supplier<Consumer<byte[], byte[]>> consumers,
      ReadRecord read,
      Slots slots,
      ClaimSteps claimSteps,
      SetAside setAside,
      Duration acknowledgeInterval) {
    this.lane = lane;
    this.steps = steps;
    this.consumers = consumers;
    this.read = read;
    this.slots = slots;
    this.claimSteps = claimSteps;
    this.setAside = setAside;
    this.acknowledgeInterval = acknowledgeInterval;
    slots.whenFreed(this::wakeIfStarved);
  }

  /** Ends soon; what is claimed is acknowledged, the rest is left for others. */
  void stop() {
    stopping = true;
    var consumer = current;
    if (consumer != null) {
      consumer.wakeup();
    }
  }

  @Override
  public void run() {
    while (!stopping) {
      try (var consumer = consumers.get()) {
        current = consumer;
        consumer.subscribe(steps.keySet(), new Rebalance(consumer));
        listen(consumer);
      } catch (RuntimeException e) {
        log.error("The {} lane begins anew after a failure", lane, e);
        LockSupport.parkNanos(this, PAUSE.toNanos());
      } finally {
        current = null;
        backlog.clear();
      }
    }
  }

  private void listen(Consumer<byte[], byte[]> consumer) {
    while (!stopping) {
      starved.set(true);
      claimWhatFits();
      var waits = !backlog.isEmpty();
      if (!waits) {
        starved.set(false);
      }
      pauseAndResume(consumer);
      acknowledge(consumer);
      try {
        for (var source : consumer.poll(patience(waits))) {
          backlog.add(read.read(source));
        }
      } catch (WakeupException e) {
        log.trace("A slot is free, or the lane ends");
      }
    }
    commitNow(consumer, backlog.toCommit());
  }

  private Duration patience(boolean waits) {
    if (isPaused()) {
      return PAUSE;
    }
    return waits || backlog.toCommit().isEmpty() ? IDLE : acknowledgeInterval;
  }

  private boolean isPaused() {
    return System.nanoTime() - pausedUntilNanos < 0;
  }

  private void claimWhatFits() {
    if (isPaused()) {
      return;
    }
    var batch = new ArrayList<Taken>();
    try {
      for (var partition : backlog.waiting()) {
        takeWhatFits(partition, batch);
      }
    } catch (KafkaException e) {
      log.debug("An unreadable record cannot be set aside now", e);
      pause();
    }
    steps.values().stream().distinct().filter(step -> !waits(step)).forEach(this::waitsNoMore);
    if (batch.isEmpty()) {
      return;
    }
    var left = claimSteps.claim(batch);
    if (!left.isEmpty()) {
      left.forEach(taken -> backlog.putBack(taken.received()));
      pause();
    }
  }

  private void takeWhatFits(List<Received> partition, List<Taken> batch) {
    for (var received : partition) {
      switch (received) {
        case Received.Unreadable unreadable -> setAside.send(unreadable);
        case Received.Request request -> {
          var status = take(request);
          if (status == null) {
            return;
          }
          batch.add(new Taken(request, status));
        }
      }
      backlog.remove(received);
    }
  }

  private @Nullable ExecutionStatus take(Received.Request request) {
    var asked = request.claim().request();
    return switch (slots.take(asked.step(), lane, asked.tenant())) {
      case GIVEN -> ExecutionStatus.RUNNING;
      case OVER_SHARE -> ExecutionStatus.QUEUED;
      case NONE_FREE -> null;
    };
  }

  private boolean waits(StepName step) {
    return backlog.topics().anyMatch(topic -> step.equals(steps.get(topic)));
  }

  private void waitsNoMore(StepName step) {
    slots.waitsNoMore(step, lane);
  }

  private void pause() {
    pausedUntilNanos = System.nanoTime() + PAUSE.toNanos();
  }

  /** Kafka is the buffer of steps that have no slot; of all steps while there is no database. */
  private void pauseAndResume(Consumer<byte[], byte[]> consumer) {
    var full = backlog.topics().collect(Collectors.toSet());
    var fullSteps = full.stream().map(steps::get).collect(Collectors.toSet());
    var all = isPaused();
    var toPause = new HashSet<TopicPartition>();
    for (var partition : consumer.assignment()) {
      if (all || fullSteps.contains(steps.get(partition.topic()))) {
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

  private void acknowledge(Consumer<byte[], byte[]> consumer) {
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

  private void commitNow(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> offsets) {
    if (offsets.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(offsets, COMMIT_PATIENCE);
      backlog.committed(offsets);
    } catch (WakeupException e) {
      // meant for the poll; the commit is made without it
      commitNow(consumer, offsets);
    } catch (KafkaException e) {
      log.debug("Claimed records will be read again, and found claimed", e);
    }
  }

  private void wakeIfStarved() {
    if (starved.compareAndSet(true, false)) {
      var consumer = current;
      if (consumer != null) {
        consumer.wakeup();
      }
    }
  }

  /** Commits what is claimed before a partition goes, and forgets what is not. */
  private final class Rebalance implements ConsumerRebalanceListener {
    private final Consumer<byte[], byte[]> consumer;

    Rebalance(Consumer<byte[], byte[]> consumer) {
      this.consumer = consumer;
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> gone) {
      var offsets = new HashMap<>(backlog.toCommit());
      offsets.keySet().retainAll(gone);
      commitNow(consumer, offsets);
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
