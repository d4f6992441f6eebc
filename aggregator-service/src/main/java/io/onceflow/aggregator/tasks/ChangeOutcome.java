package io.onceflow.aggregator.tasks;

import io.onceflow.model.TaskStatus;

/** What became of a user's wish to change a task. */
sealed interface ChangeOutcome {

  /** It was done, and is the task's next revision. */
  record Done() implements ChangeOutcome {}

  /** The tenant has no such task. */
  record NotFound() implements ChangeOutcome {}

  /** The task's status does not allow it. */
  record NotInStatus(TaskStatus status) implements ChangeOutcome {}

  /** There is nothing to do. */
  record NothingToDo() implements ChangeOutcome {}
}
