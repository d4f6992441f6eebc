package io.onceflow.worker.engine.call;

import java.util.Locale;

/** What the ledger knows of a call. */
public enum CallOutcome {
  /** Entered; the call may be under way. */
  OPEN,
  SUCCEEDED,
  /** The model would not answer, or a filter withheld question or answer. */
  REFUSED,
  /** The answer was cut off at its most tokens. */
  TRUNCATED,
  /** An answer that does not fit the step's schema. */
  INVALID,
  /** The provider answered with an error, or with nothing readable, or not at all. */
  PROVIDER_ERROR,
  /** No whole answer in time. */
  TIMEOUT,
  /** The engine failed apart from any provider. */
  FAILED,
  /** Its worker died or was stopped during it; it may have been paid for. */
  UNKNOWN,
  /** The claim ended before the call began. */
  NOT_CALLED,
  /** An answer came when there was a result already. */
  LATE,
  /** Interrupted because another attempt had the result. */
  CALLED_OFF;

  /** As metrics name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
