package io.onceflow.benchmarks.load;

import io.onceflow.benchmarks.measure.Latencies;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The tasks that were sent and those that are done, by id. A task may be seen done before the
 * answer to its upload is read.
 */
public final class Completions {
  private static final long LOOK_NANOS = 1_000_000;

  private final Map<String, Long> sentAt = new ConcurrentHashMap<>();
  private final Map<String, Long> doneAt = new ConcurrentHashMap<>();
  private final AtomicLong lastDoneAt = new AtomicLong();
  private final Semaphore places;

  /**
   * Begins without tasks.
   *
   * @param inFlight tasks that may be on their way; see {@link #awaitPlace}
   */
  public Completions(int inFlight) {
    this.places = new Semaphore(inFlight);
  }

  /** Waits until a further task may be sent. */
  public void awaitPlace() throws InterruptedException {
    places.acquire();
  }

  /** Notes that a task's upload began at this time. */
  public void sent(String id, long at) {
    sentAt.put(id, at);
  }

  /** Notes the first sighting of a task's end. */
  public void done(String id, long at) {
    if (doneAt.putIfAbsent(id, at) == null) {
      lastDoneAt.accumulateAndGet(at, Math::max);
      places.release();
    }
  }

  /** Tasks seen done so far. */
  public int count() {
    return doneAt.size();
  }

  /** Returns when all that were sent are done. */
  public void awaitAll(Duration patience) {
    var end = System.nanoTime() + patience.toNanos();
    while (!doneAt.keySet().containsAll(sentAt.keySet())) {
      if (System.nanoTime() - end > 0) {
        var missing = sentAt.keySet().stream().filter(id -> !doneAt.containsKey(id)).count();
        throw new IllegalStateException(
            "%d of %d tasks are not done after %s".formatted(missing, sentAt.size(), patience));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** When the last was seen done, by {@link System#nanoTime()}. */
  public long lastDoneAt() {
    return lastDoneAt.get();
  }

  /** From the beginning of each upload to the sighting of the task's end. */
  public Latencies latencies() {
    var latencies = new Latencies();
    sentAt.forEach(
        (id, sent) -> {
          var done = doneAt.get(id);
          if (done != null) {
            latencies.add(done - sent);
          }
        });
    return latencies;
  }
}
