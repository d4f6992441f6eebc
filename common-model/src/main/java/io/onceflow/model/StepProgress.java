package io.onceflow.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.UUID;

/**
 * A step is under way. Nothing depends on these messages but what users see meanwhile; short calls
 * send none.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "phase")
@JsonSubTypes({
  @JsonSubTypes.Type(value = StepProgress.Started.class, name = "RUNNING"),
  @JsonSubTypes.Type(value = StepProgress.Retrying.class, name = "RETRYING")
})
public sealed interface StepProgress extends Message {

  @Override
  TaskId taskId();

  String tenant();

  StepName step();

  int attempt();

  /** A call runs. */
  record Started(
      UUID messageId,
      TaskId taskId,
      String tenant,
      StepName step,
      int attempt,
      String engine,
      String model,
      Instant startedAt)
      implements StepProgress {}

  /** An attempt failed and another one waits for its time. */
  record Retrying(
      UUID messageId,
      TaskId taskId,
      String tenant,
      StepName step,
      int attempt,
      StepError error,
      Instant nextAttemptAt)
      implements StepProgress {}
}
