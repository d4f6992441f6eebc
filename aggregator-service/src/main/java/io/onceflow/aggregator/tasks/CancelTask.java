package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.state.TaskState;
import io.onceflow.aggregator.store.ChangeTasks;
import io.onceflow.model.TaskCancelled;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import io.onceflow.outbox.OutboxRow;
import java.util.List;

/**
 * Calls a task off unless it has its final answer: under the row's lock, so that of a cancellation
 * and a last result one comes first and decides. Workers hear of it and begin no further call.
 */
final class CancelTask {
  private final ChangeTasks tasks;

  CancelTask(ChangeTasks tasks) {
    this.tasks = tasks;
  }

  ChangeOutcome cancel(TaskId id, String tenant, String user) {
    return tasks.one(
        id,
        found ->
            found
                .filter(state -> state.isOf(tenant))
                .map(state -> cancel(state, user))
                .orElseGet(ChangeOutcome.NotFound::new));
  }

  private static ChangeOutcome cancel(TaskState state, String user) {
    if (state.task().status().isFinal()) {
      return new ChangeOutcome.NotInStatus(state.task().status());
    }
    state.cancel();
    var message =
        new TaskCancelled(UuidV7.next(), state.id(), state.task().tenant(), user, state.now());
    state.send(
        List.of(OutboxRow.of(Topics.CONTROL, state.id(), message, state.accepted().traceparent())));
    return new ChangeOutcome.Done();
  }
}
