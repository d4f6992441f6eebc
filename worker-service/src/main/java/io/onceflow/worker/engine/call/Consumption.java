package io.onceflow.worker.engine.call;

/** How well it is known what a call consumed. */
public enum Consumption {
  /** Surely nothing: it was not sent, or was answered with an error. */
  NONE,
  /** The provider said so. */
  MEASURED,
  /** The provider answered and did not say; the tokens are an estimate. */
  ESTIMATED,
  /** It was sent and no whole answer came, so it may have been billed. */
  UNKNOWN
}
