package io.onceflow.aggregator.deadletter;

import io.onceflow.aggregator.deadletter.DeadLetterTable.Due;
import io.onceflow.aggregator.state.FollowingSteps;
import io.onceflow.aggregator.state.TaskState;
import io.onceflow.aggregator.store.ChangeTasks;
import io.onceflow.model.StepName;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import java.util.ArrayList;
import java.util.List;

/** Asks planned dead letters again whose time has come; a step that has a result is left alone. */
final class AskDue {
  private static final int BATCH = 100;

  private final DeadLetterTable table;
  private final ChangeTasks tasks;
  private final FollowingSteps steps;
  private final DeadLetterMetrics metrics;

  AskDue(
      DeadLetterTable table, ChangeTasks tasks, FollowingSteps steps, DeadLetterMetrics metrics) {
    this.table = table;
    this.tasks = tasks;
    this.steps = steps;
    this.metrics = metrics;
  }

  void run() {
    while (askBatch() == BATCH) {
      // the next batch
    }
  }

  private int askBatch() {
    var due = new ArrayList<Due>();
    tasks.existing(
        () -> {
          due.addAll(table.takeDue(BATCH));
          return due.stream().map(it -> new TaskId(it.taskId())).distinct().toList();
        },
        states -> states.values().forEach(state -> ask(state, stepsOf(state.id(), due))));
    metrics.redriven(due.size());
    return due.size();
  }

  private static List<StepName> stepsOf(TaskId task, List<Due> due) {
    return due.stream()
        .filter(it -> it.taskId().equals(task.value()))
        .map(it -> new StepName(it.step()))
        .distinct()
        .toList();
  }

  private void ask(TaskState state, List<StepName> names) {
    var status = state.task().status();
    if (state.task().accepted() == null || status == TaskStatus.CANCELLED) {
      return;
    }
    var failed =
        names.stream().filter(name -> state.step(name).status() == StepStatus.FAILED).toList();
    if (!failed.isEmpty()) {
      if (status.isFinal()) {
        state.renewWindow();
      }
      steps.askAgain(state, failed);
    }
  }
}
