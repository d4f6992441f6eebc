package io.onceflow.worker.execution;

/** Where an execution stands. */
public enum ExecutionStatus {
  /** Waits in the database for a slot, because its tenant has its share of them. */
  QUEUED,
  /** A worker holds the claim. */
  RUNNING,
  /** An attempt failed; the next one waits for its time, or is asked for. */
  RETRY_WAIT,
  /** There is a result; it never changes. */
  SUCCEEDED,
  /** Given up; a later request may begin anew. */
  FAILED,
  /** A call's outcome is unknown and an operator has to decide. */
  HELD;

  /** Whether this execution may go from this state to the other. */
  public boolean canBecome(ExecutionStatus next) {
    return switch (this) {
      case QUEUED -> next == RUNNING || next == RETRY_WAIT || next == SUCCEEDED;
      case RUNNING -> next != RUNNING && next != QUEUED;
      // a late answer of a worker that had lost its claim is taken in every state but one
      case RETRY_WAIT ->
          next == RUNNING || next == QUEUED || next == SUCCEEDED || next == RETRY_WAIT;
      case FAILED -> next == RUNNING || next == QUEUED || next == SUCCEEDED;
      case HELD -> next != HELD;
      case SUCCEEDED -> false;
    };
  }
}
