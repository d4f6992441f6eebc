package io.onceflow.worker.queue;

import io.onceflow.model.StepName;
import io.onceflow.worker.execution.table.QueuedExecutions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * How much more of a tenant's work may wait in the database. What waits is counted once a second at
 * most, so the limit is kept about, which is all it is for: beyond it Kafka is the buffer.
 */
public final class QueueRoom {
  private static final Logger log = LoggerFactory.getLogger(QueueRoom.class);
  private static final long COUNTED_NANOS = 1_000_000_000;

  private record Queue(StepName step, String tenant) {}

  private record Room(int left, long countedNanos) {}

  private final QueuedExecutions queued;
  private final int most;
  private final LongSupplier nanoClock;
  private final Map<Queue, Room> rooms = new HashMap<>();

  /**
   * @param most of one tenant's work on one step
   * @param nanoClock monotonic, as {@link System#nanoTime}
   */
  QueueRoom(QueuedExecutions queued, int most, LongSupplier nanoClock) {
    this.queued = queued;
    this.most = most;
    this.nanoClock = nanoClock;
  }

  /** Takes one place; false where there is none, or none is known of. */
  public synchronized boolean take(StepName step, String tenant) {
    var now = nanoClock.getAsLong();
    rooms.values().removeIf(room -> now - room.countedNanos() > COUNTED_NANOS);
    var room = rooms.computeIfAbsent(new Queue(step, tenant), queue -> count(queue, now));
    if (room.left() == 0) {
      return false;
    }
    rooms.put(new Queue(step, tenant), new Room(room.left() - 1, room.countedNanos()));
    return true;
  }

  private Room count(Queue queue, long now) {
    try {
      return new Room(most - queued.length(queue.step(), queue.tenant(), most), now);
    } catch (DataAccessException e) {
      log.debug("What waits cannot be counted now", e);
      return new Room(0, now);
    }
  }
}
