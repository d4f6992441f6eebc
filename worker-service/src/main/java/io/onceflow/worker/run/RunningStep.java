package io.onceflow.worker.run;

import io.onceflow.worker.execution.CallsMade;
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
  private volatile @Nullable AttemptCalls calls;
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

  /** What was called, of an attempt that its own thread does not end. */
  CallsMade endCalls(Interruption.Reason reason) {
    var begun = calls;
    return begun == null ? CallsMade.NONE : begun.end(reason, null);
  }

  /** Whether the caller is the one that says what became of the claim. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  void done() {
    whenDone.run();
  }

  /** The attempt begins. */
  void beginCall(Interruption interruption, AttemptCalls begun) {
    calls = begun;
    call = interruption;
    var reason = before;
    if (reason != null) {
      interruption.interrupt(reason);
    }
  }

  void interrupt(Interruption.Reason reason) {
    before = reason;
    var current = call;
    if (current != null) {
      current.interrupt(reason);
    }
  }
}
