package io.onceflow.worker.takeover;

import io.onceflow.worker.execution.Lease;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Says that this worker lives, and knows how long others believe it. Times between beats are taken
 * from this process's monotonic clock, beginning before each beat, so that a pause of the process
 * shows.
 */
final class Heartbeat implements Lease, Runnable {
  private static final long NEVER = Long.MIN_VALUE;

  private final Runnable beat;
  private final LongSupplier nanoClock;
  private final Duration lease;
  private long lastNanos = NEVER;
  private long unbrokenSinceNanos;

  /**
   * @param beat writes the instance's row; fails when it cannot
   * @param nanoClock monotonic, as {@link System#nanoTime}
   */
  Heartbeat(Runnable beat, LongSupplier nanoClock, Duration lease) {
    this.beat = beat;
    this.nanoClock = nanoClock;
    this.lease = lease;
  }

  /** One beat. */
  @Override
  public void run() {
    var begun = nanoClock.getAsLong();
    try {
      beat.run();
    } catch (RuntimeException e) {
      miss();
      throw e;
    }
    note(begun);
  }

  @Override
  public synchronized boolean isFresh() {
    return lastNanos != NEVER && nanoClock.getAsLong() - lastNanos < lease.toNanos();
  }

  /**
   * Whether beats have come without a gap for a whole lease. Only then may others be called silent:
   * when the database was away, or this process was paused, the living had no chance to be heard.
   */
  synchronized boolean mayJudgeOthers() {
    return isFresh() && nanoClock.getAsLong() - unbrokenSinceNanos > lease.toNanos();
  }

  private synchronized void note(long begun) {
    if (lastNanos == NEVER || begun - lastNanos > lease.toNanos() / 2) {
      unbrokenSinceNanos = begun;
    }
    lastNanos = begun;
  }

  private synchronized void miss() {
    unbrokenSinceNanos = nanoClock.getAsLong();
  }
}
