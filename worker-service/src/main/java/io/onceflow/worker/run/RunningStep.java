package io.onceflow.worker.run;

import io.onceflow.worker.execution.Claim;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A claim of this process that has no outcome yet. */
final class RunningStep {
  private final Claim claim;
  private final Runnable whenDone;
  private final long claimedAtNanos = System.nanoTime();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Interruption call;
  private volatile Interruption.@Nullable Reason before;

  RunningStep(Claim claim, Runnable whenDone) {
    this.claim = claim;
    this.whenDone = whenDone;
  }

  Claim claim() {
    return claim;
  }

  long ageNanos() {
    return System.nanoTime() - claimedAtNanos;
  }

  /** Whether a call is being made. */
  boolean isCalling() {
    return call != null;
  }

  /** Whether the caller is the one that says what became of the claim. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  void done() {
    whenDone.run();
  }

  /** Begins the call in the current thread. */
  Interruption beginCall() {
    var interruption = new Interruption();
    call = interruption;
    var reason = before;
    if (reason != null) {
      interruption.interrupt(reason);
    }
    return interruption;
  }

  void interrupt(Interruption.Reason reason) {
    before = reason;
    var current = call;
    if (current != null) {
      current.interrupt(reason);
    }
  }
}
