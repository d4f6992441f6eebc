package io.onceflow.model;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task has a final answer, or a later revision replaced it.
 *
 * @param revision of the task's state; a consumer drops one that is not above what it has
 * @param result the merged answer, a field for each step that succeeded
 * @param missing the steps without a result, with the reason
 */
public record TaskFinished(
    UUID messageId,
    TaskId taskId,
    String tenant,
    String userId,
    String pipeline,
    TaskStatus status,
    long revision,
    Instant submittedAt,
    Instant finishedAt,
    String correlationId,
    ObjectNode result,
    List<MissingStep> missing)
    implements Message {

  public TaskFinished {
    missing = List.copyOf(missing);
  }

  /**
   * A step without a result.
   *
   * @param reason stable: {@code failed}, {@code expired}, {@code skipped}, {@code deadline}
   */
  public record MissingStep(StepName step, String reason) {}
}
