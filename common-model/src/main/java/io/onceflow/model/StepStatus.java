package io.onceflow.model;

/** Where one step of a task stands. */
public enum StepStatus {
  PENDING,
  RUNNING,
  RETRYING,
  SUCCEEDED,
  FAILED,
  EXPIRED,
  SKIPPED;

  public boolean isFinal() {
    return switch (this) {
      case PENDING, RUNNING, RETRYING -> false;
      case SUCCEEDED, FAILED, EXPIRED, SKIPPED -> true;
    };
  }
}
