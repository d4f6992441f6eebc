package io.onceflow.worker.claim;

import io.onceflow.outbox.OutboxRow;
import io.onceflow.worker.cancel.CancelledTasks;
import io.onceflow.worker.execution.Answers;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import java.time.Clock;
import java.time.Instant;

/** Whether a task still has use for a step, and what it is told when it has none. */
final class StillWanted {
  private final CancelledTasks cancelled;
  private final ExecutionMetrics metrics;
  private final Clock clock;

  StillWanted(CancelledTasks cancelled, ExecutionMetrics metrics, Clock clock) {
    this.cancelled = cancelled;
    this.metrics = metrics;
    this.clock = clock;
  }

  /** Whether a request may still be worked on. */
  boolean is(Claim claim) {
    return clock.instant().isBefore(claim.request().expiresAt()) && !isCancelled(claim);
  }

  /** The answer to a request that may not be worked on. */
  OutboxRow refusal(Claim claim) {
    return refusal(claim, clock.instant());
  }

  /** The answer to a request that may not be worked on, at the database's time. */
  OutboxRow refusal(Claim claim, Instant now) {
    if (isCancelled(claim)) {
      metrics.ended(claim.request().step(), "skipped");
      return Answers.cancelled(claim.asker(), now);
    }
    metrics.ended(claim.request().step(), "expired");
    return Answers.expired(claim.asker(), now);
  }

  private boolean isCancelled(Claim claim) {
    return cancelled.contains(claim.request().taskId());
  }
}
