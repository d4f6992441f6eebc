package io.onceflow.worker.run;

import io.onceflow.worker.run.Interruption.Reason;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Interrupts a call when the step's timeout is over. */
final class CallTimeout {
  private final ScheduledExecutorService timer;
  private final Interruption interruption;
  private final Duration length;
  private @Nullable Future<?> end;

  CallTimeout(ScheduledExecutorService timer, Interruption interruption, Duration length) {
    this.timer = timer;
    this.interruption = interruption;
    this.length = length;
  }

  /** Gives the call that begins now the whole length. */
  synchronized void begin() {
    end();
    end =
        timer.schedule(
            () -> interruption.interrupt(Reason.TIMEOUT), length.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends the limit; what was interrupted stays so. */
  synchronized void end() {
    if (end != null) {
      end.cancel(false);
      end = null;
    }
  }
}
