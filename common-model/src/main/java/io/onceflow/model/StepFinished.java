package io.onceflow.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A step came to its end for one task. The JSON's {@code outcome} says how.
 *
 * <p>Readers keep the first success for a step and otherwise the highest attempt.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
@JsonSubTypes({
  @JsonSubTypes.Type(value = StepFinished.Succeeded.class, name = "SUCCEEDED"),
  @JsonSubTypes.Type(value = StepFinished.Failed.class, name = "FAILED"),
  @JsonSubTypes.Type(value = StepFinished.Expired.class, name = "EXPIRED"),
  @JsonSubTypes.Type(value = StepFinished.Skipped.class, name = "SKIPPED")
})
public sealed interface StepFinished extends Message {

  @Override
  TaskId taskId();

  String tenant();

  StepName step();

  int attempt();

  Instant finishedAt();

  /** The final status that this outcome gives the step. */
  default StepStatus status() {
    return switch (this) {
      case Succeeded _ -> StepStatus.SUCCEEDED;
      case Failed _ -> StepStatus.FAILED;
      case Expired _ -> StepStatus.EXPIRED;
      case Skipped _ -> StepStatus.SKIPPED;
    };
  }

  /**
   * The step has a result.
   *
   * @param reused whether the result was there already, so that this task paid nothing
   * @param startedAt when the call that brought the result began
   * @param result JSON of the step's own shape
   * @param output a document that following steps work on, where the step makes one
   * @param outputSha256 hexadecimal, present with the output
   */
  record Succeeded(
      UUID messageId,
      TaskId taskId,
      String tenant,
      StepName step,
      int stepVersion,
      int attempt,
      boolean reused,
      String engine,
      String model,
      Instant startedAt,
      Instant finishedAt,
      Usage usage,
      JsonNode result,
      @Nullable Input output,
      @Nullable String outputSha256)
      implements StepFinished {}

  /** No attempt succeeded and none will follow. */
  record Failed(
      UUID messageId,
      TaskId taskId,
      String tenant,
      StepName step,
      int stepVersion,
      int attempt,
      String engine,
      String model,
      @Nullable Instant startedAt,
      Instant finishedAt,
      Usage usage,
      StepError error)
      implements StepFinished {}

  /** The task's expiry passed before an attempt could begin. */
  record Expired(
      UUID messageId,
      TaskId taskId,
      String tenant,
      StepName step,
      int stepVersion,
      int attempt,
      Instant finishedAt)
      implements StepFinished {}

  /**
   * The step was not run on purpose.
   *
   * @param reason for people, for example that the task was cancelled
   */
  record Skipped(
      UUID messageId,
      TaskId taskId,
      String tenant,
      StepName step,
      int stepVersion,
      int attempt,
      Instant finishedAt,
      String reason)
      implements StepFinished {}
}
