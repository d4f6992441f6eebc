package io.onceflow.model;

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
   * Whether a task may go from this status to the other. A final answer is given once; after that
   * it only gets better, in a later revision: by a result that was on its way when the time was up,
   * or by a retry. So a late success is worth having after the expiry too, while a late failure
   * changes no answer. COMPLETED cannot get better, and CANCELLED is what the user decided.
   */
  public boolean canBecome(TaskStatus next) {
    return switch (this) {
      case PROCESSING -> next != PROCESSING;
      case PARTIAL -> next == COMPLETED;
      case FAILED, EXPIRED -> next == PARTIAL || next == COMPLETED;
      case COMPLETED, CANCELLED -> false;
    };
  }
}
