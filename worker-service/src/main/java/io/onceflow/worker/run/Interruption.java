package io.onceflow.worker.run;

import org.jspecify.annotations.Nullable;

/** The right to interrupt one thread during one call: never after it, and for one reason. */
final class Interruption {
  /** Why a call was interrupted. */
  enum Reason {
    TIMEOUT,
    /** The claim was lost. */
    CALLED_OFF,
    /** The task's time was over before a further call. */
    EXPIRED,
    /** The task was called off before a further call. */
    CANCELLED,
    SHUTDOWN
  }

  private final Thread thread = Thread.currentThread();
  private @Nullable Reason reason;
  private boolean over;

  synchronized void interrupt(Reason why) {
    if (!over && reason == null) {
      reason = why;
      thread.interrupt();
    }
  }

  /** Ends the right, clears the thread's flag, and tells why it was interrupted, if it was. */
  synchronized @Nullable Reason end() {
    over = true;
    if (reason != null) {
      Thread.interrupted();
    }
    return reason;
  }
}
