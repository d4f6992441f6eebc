package io.onceflow.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task was accepted and its independent steps were requested. The input travels by reference
 * alone.
 *
 * @param steps the steps of the pipeline that the task asks for, in the pipeline's order
 * @param priority 1 to 10
 * @param deadlineAt when the task is answered with what is there
 * @param expiresAt after which nothing of it is processed
 * @param correlationId the trace id of the request, for logs
 * @param inputSha256 hexadecimal
 * @param generation what sets a deliberately fresh answer apart; empty by default
 */
public record TaskAccepted(
    UUID messageId,
    TaskId taskId,
    String tenant,
    String userId,
    String pipeline,
    List<StepName> steps,
    @Nullable String title,
    @Nullable String language,
    int priority,
    Instant submittedAt,
    Instant deadlineAt,
    Instant expiresAt,
    String correlationId,
    String sourceService,
    Input input,
    String inputSha256,
    String generation,
    @Nullable String callbackUrl,
    Map<String, String> metadata)
    implements Message {

  public TaskAccepted {
    steps = List.copyOf(steps);
    metadata = Map.copyOf(metadata);
  }
}
