package io.onceflow.worker.takeover;

import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.Lease;
import java.time.Duration;

/**
 * Says that this worker lives, and knows how long others believe it. Times between beats are taken
 * from this process's monotonic clock, beginning before each beat, so that a pause of the process
 * shows.
 */
final class Heartbeat implements Lease, Runnable {
  private static final long NEVER = Long.MIN_VALUE;

  private final InstanceTable table;
  private final InstanceId instance;
  private final Duration lease;
  private long lastNanos = NEVER;
  private long unbrokenSinceNanos;

  Heartbeat(InstanceTable table, InstanceId instance, Duration lease) {
    this.table = table;
    this.instance = instance;
    this.lease = lease;
  }

  /** One beat. */
  @Override
  public void run() {
    var begun = System.nanoTime();
    try {
      table.beat(instance);
    } catch (RuntimeException e) {
      miss();
      throw e;
    }
    note(begun);
  }

  @Override
  public synchronized boolean isFresh() {
    return lastNanos != NEVER && System.nanoTime() - lastNanos < lease.toNanos();
  }

  /**
   * Whether beats have come without a gap for a whole lease. Only then may others be called silent:
   * when the database was away, or this process was paused, the living had no chance to be heard.
   */
  synchronized boolean mayJudgeOthers() {
    return isFresh() && System.nanoTime() - unbrokenSinceNanos > lease.toNanos();
  }

  private synchronized void note(long begun) {
    if (lastNanos == NEVER || begun - lastNanos > lease.toNanos() / 2) {
      unbrokenSinceNanos = begun;
    }
    lastNanos = begun;
  }

  private synchronized void miss() {
    unbrokenSinceNanos = System.nanoTime();
  }
}
