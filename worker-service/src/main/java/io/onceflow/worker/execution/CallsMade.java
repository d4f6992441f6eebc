package io.onceflow.worker.execution;

import io.onceflow.model.Usage;
import io.onceflow.worker.engine.call.CallOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt has called.
 *
 * @param any whether a call was made
 * @param last the call whose outcome the ledger does not have yet
 * @param usage of all calls of the attempt
 * @param maybePaid whether something may have been paid for that is lost with the attempt
 */
public record CallsMade(boolean any, @Nullable EndedCall last, Usage usage, boolean maybePaid) {
  /** No call was made. */
  public static final CallsMade NONE = new CallsMade(false, null, Usage.NONE, false);

  /** The same where others know better what became of the last call. */
  public CallsMade withOutcome(CallOutcome outcome) {
    return last == null ? this : new CallsMade(any, last.withOutcome(outcome), usage, maybePaid);
  }
}
