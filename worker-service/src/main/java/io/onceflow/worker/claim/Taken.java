package io.onceflow.worker.claim;

import io.onceflow.worker.execution.AskedWork;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecutionStatus;

/**
 * A request that is being claimed.
 *
 * @param status RUNNING with a slot, or QUEUED without one
 */
record Taken(Received.Request received, ExecutionStatus status) {
  Claim claim() {
    return received.claim();
  }

  AskedWork asked() {
    return new AskedWork(claim(), status);
  }

  boolean hasSlot() {
    return status == ExecutionStatus.RUNNING;
  }
}
