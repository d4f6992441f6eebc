package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.state.TaskView;
import io.onceflow.model.TaskStatus;

/** What became of a user's wish to change a task. */
sealed interface ChangeOutcome {

  /** It was done; the task as it is now. */
  record Done(TaskView task) implements ChangeOutcome {}

  /** The tenant has no such task. */
  record NotFound() implements ChangeOutcome {}

  /** The task's status does not allow it. */
  record NotInStatus(TaskStatus status) implements ChangeOutcome {}

  /** There is nothing to do. */
  record NothingToDo() implements ChangeOutcome {}
}
