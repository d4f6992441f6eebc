package io.onceflow.worker.run;

import io.onceflow.worker.cancel.CancelledTasks;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.Lease;
import io.onceflow.worker.execution.table.StandingClaims;
import io.onceflow.worker.run.Interruption.Reason;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Whether a claim may make a call at this moment: while it stands, the task's time is not over and
 * the task is not called off.
 */
final class CallPermit {
  private static final Logger log = LoggerFactory.getLogger(CallPermit.class);

  private final StandingClaims standing;
  private final CancelledTasks cancelled;
  private final Lease lease;
  private final Clock clock;

  CallPermit(StandingClaims standing, CancelledTasks cancelled, Lease lease, Clock clock) {
    this.standing = standing;
    this.cancelled = cancelled;
    this.lease = lease;
    this.clock = clock;
  }

  /** Why the claim may make no call, if it may not. */
  @Nullable Reason refusal(Claim claim) {
    if (!stands(claim)) {
      return Reason.CALLED_OFF;
    }
    if (!clock.instant().isBefore(claim.request().expiresAt())) {
      return Reason.EXPIRED;
    }
    return cancelled.contains(claim.request().taskId()) ? Reason.CANCELLED : null;
  }

  /** After a silence of this process, others may have taken the claim over. */
  private boolean stands(Claim claim) {
    if (lease.isFresh()) {
      return true;
    }
    try {
      return standing.among(List.of(claim)).contains(claim.token());
    } catch (DataAccessException e) {
      log.debug("Cannot look up the claim, so no call is made", e);
      return false;
    }
  }
}
