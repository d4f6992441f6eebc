package io.onceflow.relay.publish;

import java.time.Duration;

/** Something to be done once in a while. For one thread. */
public final class Due {
  static final Duration SECOND = Duration.ofSeconds(1);

  private final long interval;
  private long at = System.nanoTime();

  public Due(Duration interval) {
    this.interval = interval.toNanos();
  }

  public boolean isDue() {
    return System.nanoTime() - at >= 0;
  }

  /** Whether it is due; if so, it is next due an interval from now. */
  boolean takeDue() {
    var due = isDue();
    if (due) {
      restart();
    }
    return due;
  }

  /** Due an interval from now. */
  public void restart() {
    at = System.nanoTime() + interval;
  }

  /** Due the given time from now. */
  public void restart(Duration pause) {
    at = System.nanoTime() + pause.toNanos();
  }

  /** Until it is due. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, at - System.nanoTime()));
  }

  /** Due at once. */
  public void now() {
    at = System.nanoTime();
  }
}
