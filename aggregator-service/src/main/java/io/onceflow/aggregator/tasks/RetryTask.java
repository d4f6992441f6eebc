package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.state.FollowingSteps;
import io.onceflow.aggregator.state.TaskState;
import io.onceflow.aggregator.store.ChangeTasks;
import io.onceflow.model.StepName;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import java.util.List;

/**
 * Asks a task's failed or missing steps again, with the time that the task had at first. The answer
 * that was given stays until a result replaces it in a later revision.
 */
final class RetryTask {
  private final ChangeTasks tasks;
  private final FollowingSteps steps;

  RetryTask(ChangeTasks tasks, FollowingSteps steps) {
    this.tasks = tasks;
    this.steps = steps;
  }

  ChangeOutcome retry(TaskId id, String tenant) {
    return tasks.one(
        id,
        found ->
            found
                .filter(state -> state.isOf(tenant))
                .map(this::retry)
                .orElseGet(ChangeOutcome.NotFound::new));
  }

  private ChangeOutcome retry(TaskState state) {
    var status = state.task().status();
    if (status == TaskStatus.CANCELLED) {
      return new ChangeOutcome.NotInStatus(status);
    }
    var again = stepsToAsk(state);
    if (again.isEmpty()) {
      return new ChangeOutcome.NothingToDo();
    }
    if (status.isFinal()) {
      state.renewWindow();
    }
    return steps.askAgain(state, again)
        ? new ChangeOutcome.Done()
        : new ChangeOutcome.NothingToDo();
  }

  // of an unfinished task those that ended without a result; of a finished one all that have none
  private static List<StepName> stepsToAsk(TaskState state) {
    var finished = state.task().status().isFinal();
    return state.accepted().steps().stream()
        .filter(
            name -> {
              var status = state.step(name).status();
              return status != StepStatus.SUCCEEDED && (finished || status.isFinal());
            })
        .toList();
  }
}
