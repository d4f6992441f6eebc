package io.onceflow.model;

import java.util.Set;

/** Where a task stands. All but {@link #PROCESSING} are final answers. */
public enum TaskStatus {
  PROCESSING,
  /** Every required step succeeded. */
  COMPLETED,
  /** Some steps succeeded when the deadline passed or all were final. */
  PARTIAL,
  /** No step succeeded. */
  FAILED,
  CANCELLED,
  EXPIRED;

  public boolean isFinal() {
    return this != PROCESSING;
  }

  /**
   * Whether a task may go from this status to the other. A final answer is given once; a PARTIAL or
   * FAILED one may still be replaced by a better one in a later revision, and a retry asked by the
   * user reopens none of them.
   */
  public boolean canBecome(TaskStatus next) {
    return switch (this) {
      case PROCESSING -> next != PROCESSING;
      case PARTIAL -> next == COMPLETED;
      case FAILED -> Set.of(PARTIAL, COMPLETED).contains(next);
      case COMPLETED, CANCELLED, EXPIRED -> false;
    };
  }
}
