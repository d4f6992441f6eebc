package io.onceflow.aggregator.deadline;

import io.onceflow.aggregator.state.TaskState;
import io.onceflow.aggregator.store.ChangeTasks;

/**
 * Answers tasks whose deadline has passed with what is there, without any message to wait for.
 * Every instance may run it: each takes tasks that nobody else holds.
 */
final class ExpireOverdue {
  private final ChangeTasks tasks;
  private final int batch;

  /**
   * @param batch tasks in one transaction, at most
   */
  ExpireOverdue(ChangeTasks tasks, int batch) {
    this.tasks = tasks;
    this.batch = batch;
  }

  /** Answers all that are due now. */
  void run() {
    while (tasks.due(batch, TaskState::deadlinePassed) == batch) {
      // the next batch
    }
  }
}
