package io.onceflow.relay.wake;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a relay loop waits on. Signals that come while it works are one signal when it waits. */
public final class WakeUp {
  private final Semaphore signal = new Semaphore(0);
  private final AtomicBoolean poked = new AtomicBoolean();

  /** An owner has appended rows. */
  public void poke() {
    poked.set(true);
    wake();
  }

  /** There is something else to do. */
  public void wake() {
    if (signal.availablePermits() == 0) {
      signal.release();
    }
  }

  /** Waits for a signal, at most so long. */
  public Reason await(Duration most) throws InterruptedException {
    var woken = signal.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS);
    signal.drainPermits();
    if (poked.getAndSet(false)) {
      return Reason.POKED;
    }
    return woken ? Reason.WOKEN : Reason.TIME_OUT;
  }

  /** Waits so long, whatever happens; signals that come meanwhile are part of the one before. */
  public void gather(Duration time) throws InterruptedException {
    if (time.isPositive()) {
      Thread.sleep(time);
      signal.drainPermits();
      poked.set(false);
    }
  }

  /** Why a wait ended. */
  public enum Reason {
    POKED,
    WOKEN,
    TIME_OUT
  }
}
