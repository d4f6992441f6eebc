package io.onceflow.worker.execution;

/** Whether others still believe that this worker lives. */
@FunctionalInterface
public interface Lease {

  /**
   * True while no other worker can have taken over this one's claims; false after a silence, when a
   * claim must be looked up before it is acted on.
   */
  boolean isFresh();
}
