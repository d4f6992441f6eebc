package io.onceflow.aggregator.state;

import io.onceflow.model.TaskStatus;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxRow;
import java.util.List;

/**
 * Draws the consequences of what has come: asks the steps that may now run, and moves the task to
 * the status that its steps amount to once all of them have ended or its time is up.
 */
public final class SettleTask {
  private final FollowingSteps following;
  private final Pipelines pipelines;

  public SettleTask(FollowingSteps following, Pipelines pipelines) {
    this.following = following;
    this.pipelines = pipelines;
  }

  /** Settles a task that has changed, and returns the messages that this causes. */
  public List<OutboxRow> settle(TaskState state) {
    if (!state.isChanged() || state.task().accepted() == null) {
      return List.of();
    }
    var requests = following.advance(state);
    var statuses = state.statuses();
    if (state.isDue()
        || TaskOutcome.isSettled(statuses)
        || state.task().status() != TaskStatus.PROCESSING) {
      var accepted = state.accepted();
      var pastExpiry = state.isDue() && !accepted.expiresAt().isAfter(state.now());
      state.become(TaskOutcome.of(statuses, pipelines.pipeline(accepted.pipeline()), pastExpiry));
    }
    return requests;
  }
}
