package io.onceflow.worker.execution;

/**
 * Named places on a step's way. Nothing happens at them but in tests, which stop a process there.
 */
@FunctionalInterface
public interface Checkpoint {
  /** Where tests may stop a worker. */
  enum Place {
    BEFORE_CLAIM,
    BEFORE_CALL,
    BEFORE_RECORD,
    AFTER_RECORD
  }

  void at(Place place);

  /** Does nothing. */
  Checkpoint NONE = _ -> {};
}
