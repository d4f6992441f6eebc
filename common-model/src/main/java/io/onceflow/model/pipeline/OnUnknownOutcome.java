package io.onceflow.model.pipeline;

/** What becomes of a step whose worker died during a call that may have been paid for. */
public enum OnUnknownOutcome {
  /** Call again; the ledger counts it. */
  RETRY,
  /** Wait for an operator. */
  HOLD
}
