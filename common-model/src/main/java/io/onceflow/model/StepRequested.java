package io.onceflow.model;

import io.onceflow.model.pipeline.StepDefinition;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * One step is asked for one document.
 *
 * <p>The fields up to {@code parameters} differ between the steps of a task, the rest is the same
 * for all of them; {@link MessageJson} writes them in that order, so that an outbox row holds the
 * common part once.
 *
 * @param attempt 1 for the first
 * @param maxAttempts the highest attempt that may be made
 * @param parameters what the step's configuration and the document say to the engine; part of the
 *     content address of the work
 * @param publishedAt when this request was written for publication
 */
public record StepRequested(
    UUID messageId,
    StepName step,
    int stepVersion,
    int attempt,
    int maxAttempts,
    ObjectNode parameters,
    TaskId taskId,
    String tenant,
    String userId,
    String pipeline,
    int priority,
    Instant submittedAt,
    Instant publishedAt,
    Instant deadlineAt,
    Instant expiresAt,
    String correlationId,
    String sourceService,
    Input input,
    String inputSha256,
    String generation)
    implements Message {

  /** The first request of a step of an accepted task, for the given input. */
  public static StepRequested first(
      TaskAccepted task,
      StepDefinition step,
      Input input,
      String inputSha256,
      String sourceService,
      Instant now) {
    return new StepRequested(
        UuidV7.next(),
        step.name(),
        step.version(),
        1,
        step.maxAttempts(),
        step.parametersFor(task.title(), task.language()),
        task.taskId(),
        task.tenant(),
        task.userId(),
        task.pipeline(),
        task.priority(),
        task.submittedAt(),
        now,
        task.deadlineAt(),
        task.expiresAt(),
        task.correlationId(),
        sourceService,
        input,
        inputSha256,
        task.generation());
  }

  /** The same work asked again as a later attempt; the input goes by reference. */
  public StepRequested again(int nextAttempt, String source, Instant now) {
    return new StepRequested(
        UuidV7.next(),
        step,
        stepVersion,
        nextAttempt,
        maxAttempts,
        parameters,
        taskId,
        tenant,
        userId,
        pipeline,
        priority,
        submittedAt,
        now,
        deadlineAt,
        expiresAt,
        correlationId,
        source,
        input.withoutText(),
        inputSha256,
        generation);
  }

  /** The same request with its input by reference alone. */
  public StepRequested withoutText() {
    return new StepRequested(
        messageId,
        step,
        stepVersion,
        attempt,
        maxAttempts,
        parameters,
        taskId,
        tenant,
        userId,
        pipeline,
        priority,
        submittedAt,
        publishedAt,
        deadlineAt,
        expiresAt,
        correlationId,
        sourceService,
        input.withoutText(),
        inputSha256,
        generation);
  }

  public Lane lane() {
    return Lane.ofPriority(priority);
  }
}
