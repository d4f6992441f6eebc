package io.onceflow.worker.run;

import io.onceflow.worker.engine.call.CallGate;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Begins attempts: each has the right to interrupt its thread, a timeout and calls of its own. */
final class Attempts {
  private final ScheduledExecutorService timer;
  private final CallGate gate;
  private final CallPermit permit;
  private final LedgeredCalls ledger;
  private final RunMetrics metrics;

  Attempts(
      ScheduledExecutorService timer,
      CallGate gate,
      CallPermit permit,
      LedgeredCalls ledger,
      RunMetrics metrics) {
    this.timer = timer;
    this.gate = gate;
    this.permit = permit;
    this.ledger = ledger;
    this.metrics = metrics;
  }

  /** An attempt that goes on in the thread that began it. */
  record Attempt(AttemptCalls calls, Interruption interruption, CallTimeout timeout) {

    /** Ends the right to interrupt it, and tells why it was interrupted, if it was. */
    Interruption.@Nullable Reason end() {
      timeout.end();
      return interruption.end();
    }
  }

  /** Begins an attempt in the current thread. */
  Attempt begin(RunningStep running) {
    var interruption = new Interruption();
    var claim = running.claim();
    var timeout = new CallTimeout(timer, interruption, claim.step().timeout());
    var calls = new AttemptCalls(claim, interruption, timeout, gate, permit, ledger, metrics);
    timeout.begin();
    running.beginCall(interruption, calls);
    return new Attempt(calls, interruption, timeout);
  }
}
