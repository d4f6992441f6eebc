package io.onceflow.aggregator.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.onceflow.model.StepName;
import io.onceflow.model.TaskFinished.MissingStep;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task at one of its revisions.
 *
 * @param revision rises with each change; a snapshot replaces every one of a lower revision
 * @param finishedAt when the first final answer was given
 * @param durationMs from submission to the first final answer, in milliseconds
 * @param result the merged answer, a field for each step that succeeded; absent in lists
 * @param missing the steps without a result
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskSnapshot(
    TaskId taskId,
    long revision,
    TaskStatus status,
    String pipeline,
    @Nullable String title,
    int priority,
    Instant submittedAt,
    Instant deadlineAt,
    @Nullable Instant finishedAt,
    @Nullable Long durationMs,
    Map<StepName, StepSnapshot> steps,
    @Schema(type = "object") @Nullable ObjectNode result,
    List<MissingStep> missing,
    Map<String, String> metadata,
    @Nullable Links links) {

  /** The same snapshot for a caller who reached the service under the given address. */
  public TaskSnapshot under(String base) {
    return new TaskSnapshot(
        taskId,
        revision,
        status,
        pipeline,
        title,
        priority,
        submittedAt,
        deadlineAt,
        finishedAt,
        durationMs,
        steps,
        result,
        missing,
        metadata,
        Links.of(base, taskId));
  }
}
