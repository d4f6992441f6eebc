package io.onceflow.aggregator.state;

import io.onceflow.model.MessageJson;
import io.onceflow.model.StepName;
import io.onceflow.model.TaskAccepted;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task was accepted with.
 *
 * @param steps in the pipeline's order
 * @param callbackUrl that the final answer is posted to
 * @param json the whole accepted event
 * @param traceparent W3C trace context of the request
 */
public record AcceptedTask(
    String userId,
    String pipeline,
    List<StepName> steps,
    @Nullable String title,
    int priority,
    Instant submittedAt,
    Instant deadlineAt,
    Instant expiresAt,
    String correlationId,
    @Nullable String callbackUrl,
    String json,
    @Nullable String traceparent) {

  // as the database keeps them: times to the microsecond, text without NUL
  public AcceptedTask {
    steps = List.copyOf(steps);
    title = title == null ? null : title.replace('\0', '\uFFFD');
    submittedAt = submittedAt.truncatedTo(ChronoUnit.MICROS);
    deadlineAt = deadlineAt.truncatedTo(ChronoUnit.MICROS);
    expiresAt = expiresAt.truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * What the event says.
   *
   * @param json of the event
   */
  public static AcceptedTask of(TaskAccepted task, String json, @Nullable String traceparent) {
    return new AcceptedTask(
        task.userId(),
        task.pipeline(),
        task.steps(),
        task.title(),
        task.priority(),
        task.submittedAt(),
        task.deadlineAt(),
        task.expiresAt(),
        task.correlationId(),
        task.callbackUrl(),
        json,
        traceparent);
  }

  /** The same task with more time. */
  AcceptedTask withWindow(Instant deadline, Instant expiry) {
    var task = message();
    var longer =
        new TaskAccepted(
            task.messageId(),
            task.taskId(),
            task.tenant(),
            task.userId(),
            task.pipeline(),
            task.steps(),
            task.title(),
            task.language(),
            task.priority(),
            task.submittedAt(),
            deadline,
            expiry,
            task.correlationId(),
            task.sourceService(),
            task.input(),
            task.inputSha256(),
            task.generation(),
            task.callbackUrl(),
            task.metadata());
    return of(longer, new String(MessageJson.write(longer), StandardCharsets.UTF_8), traceparent);
  }

  /** The accepted event, parsed anew by each call. */
  public TaskAccepted message() {
    return MessageJson.mapper().readValue(json, TaskAccepted.class);
  }
}
