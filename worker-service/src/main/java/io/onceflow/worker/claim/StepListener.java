package io.onceflow.worker.claim;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.queue.QueueRoom;
import io.onceflow.worker.slot.Asker;
import io.onceflow.worker.slot.Slots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the step topics of one lane on a thread of its own. It never waits for a call: what has a
 * slot is claimed, what is over its tenant's share is queued in the database, the partitions of
 * steps for which records wait are paused, and a record's offset is committed only after its claim.
 *
 * <p>A loop over the plain consumer, because a batch is claimed in part and held in part, which a
 * listener container does not let one say.
 */
final class StepListener implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(StepListener.class);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Lane lane;
  private final Map<String, StepName> steps;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final ReadRecord read;
  private final Slots slots;
  private final QueueRoom room;
  private final ClaimSteps claimSteps;
  private final SetAside setAside;
  private final Duration acknowledgeInterval;
  private final Backlog backlog = new Backlog();
  private final AtomicBoolean starved = new AtomicBoolean();
  private volatile boolean stopping;
  private volatile @Nullable LaneConsumer current;
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
      QueueRoom room,
      ClaimSteps claimSteps,
      SetAside setAside,
      Duration acknowledgeInterval) {
    this.lane = lane;
    this.steps = steps;
    this.consumers = consumers;
    this.read = read;
    this.slots = slots;
    this.room = room;
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
      try (var consumer =
          new LaneConsumer(lane, steps, consumers.get(), backlog, acknowledgeInterval)) {
        current = consumer;
        consumer.subscribe();
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

  private void listen(LaneConsumer consumer) {
    while (!stopping) {
      starved.set(true);
      claimWhatFits();
      var waits = !backlog.isEmpty();
      if (!waits) {
        starved.set(false);
      }
      consumer.pauseAndResume(isPaused());
      consumer.acknowledge();
      for (var source : consumer.poll(patience(waits))) {
        backlog.add(read.read(source));
      }
    }
    consumer.acknowledgeNow();
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

  /** What a record can be claimed as, or null where it has to wait in its topic. */
  private @Nullable ExecutionStatus take(Received.Request request) {
    var asked = request.claim().request();
    return switch (slots.take(Asker.TOPIC, asked.step(), lane, asked.tenant())) {
      case GIVEN -> ExecutionStatus.RUNNING;
      case OVER_SHARE -> room.take(asked.step(), asked.tenant()) ? ExecutionStatus.QUEUED : null;
      case NONE_FREE -> null;
    };
  }

  private void pause() {
    pausedUntilNanos = System.nanoTime() + PAUSE.toNanos();
  }

  private void wakeIfStarved() {
    if (starved.compareAndSet(true, false)) {
      var consumer = current;
      if (consumer != null) {
        consumer.wakeup();
      }
    }
  }
}
