package io.onceflow.worker.execution;

/** What the ledger knows of a call. */
public enum CallOutcome {
  /** Claimed; the call may be under way. */
  OPEN,
  SUCCEEDED,
  FAILED,
  /** Its worker died or was stopped during it; it may have been paid for. */
  UNKNOWN,
  /** The claim ended before the call began. */
  NOT_CALLED,
  /** An answer came when there was a result already. */
  LATE,
  /** Interrupted because another attempt had the result. */
  CALLED_OFF
}
