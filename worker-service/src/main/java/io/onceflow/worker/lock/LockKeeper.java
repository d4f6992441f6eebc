package io.onceflow.worker.lock;

import io.onceflow.worker.execution.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/** Extends the locks of running claims and releases those of finished ones, many at a time. */
public final class LockKeeper implements Runnable {
  private final StepLock lock;
  private final Supplier<Collection<Claim>> running;
  private final BlockingQueue<Claim> finished = new LinkedBlockingQueue<>();
  private final long extendEveryNanos;
  private long extendedNanos = System.nanoTime();

  /**
   * @param running the claims of this process
   */
  LockKeeper(StepLock lock, Supplier<Collection<Claim>> running, Duration lockTime) {
    this.lock = lock;
    this.running = running;
    this.extendEveryNanos = lockTime.toNanos() / 3;
  }

  /** Has a claim's lock released soon. */
  public void releaseSoon(Claim claim) {
    finished.add(claim);
  }

  @Override
  public void run() {
    var done = new ArrayList<Claim>();
    while (finished.drainTo(done, 500) > 0) {
      lock.release(done);
      done.clear();
    }
    if (System.nanoTime() - extendedNanos > extendEveryNanos) {
      extendedNanos = System.nanoTime();
      lock.extend(running.get());
    }
  }
}
