package io.onceflow.aggregator.state;

import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table {@code task}.
 *
 * @param revision rises by one with every change
 * @param finishedAt when the first final answer was given
 * @param accepted absent while only results of the task have arrived
 */
public record TaskRow(
    TaskId id,
    String tenant,
    TaskStatus status,
    long revision,
    Instant changedAt,
    @Nullable Instant finishedAt,
    @Nullable AcceptedTask accepted) {

  /** A task that something has arrived for. */
  public static TaskRow arrived(TaskId id, String tenant, @Nullable AcceptedTask accepted) {
    return new TaskRow(id, tenant, TaskStatus.PROCESSING, 0, Instant.EPOCH, null, accepted);
  }

  TaskRow with(AcceptedTask nowAccepted) {
    return new TaskRow(id, tenant, status, revision, changedAt, finishedAt, nowAccepted);
  }

  TaskRow next(TaskStatus nextStatus, Instant now) {
    var finished = finishedAt == null && nextStatus.isFinal() ? now : finishedAt;
    return new TaskRow(id, tenant, nextStatus, revision + 1, now, finished, accepted);
  }
}
