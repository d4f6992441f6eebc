package io.onceflow.worker.execution;

import io.onceflow.model.DeadLetter;
import io.onceflow.model.Message;
import io.onceflow.model.StepError;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepProgress;
import io.onceflow.model.StepRequested;
import io.onceflow.model.Topics;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import io.onceflow.outbox.OutboxMessage;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.payload.PayloadRef;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The messages that tell a task what became of its step. */
public final class Answers {
  private Answers() {}

  /** A message with the trace it belongs to. */
  public record Answer(StepFinished message, @Nullable String traceparent) {}

  /** The outbox row of an answer. */
  public static OutboxRow row(Answer answer) {
    return OutboxRow.of(
        Topics.RESULT, answer.message().taskId(), answer.message(), answer.traceparent());
  }

  /** The result of an execution, for a task that asked for it once it was there. */
  public static OutboxRow recorded(StepExecution row, Waiter asker) {
    var request = asker.request();
    var reused = !request.taskId().equals(row.taskId());
    var output = row.output();
    return row(
        new Answer(
            new StepFinished.Succeeded(
                UuidV7.next(),
                request.taskId(),
                request.tenant(),
                request.step(),
                request.stepVersion(),
                row.attempt(),
                reused,
                row.engine(),
                row.model(),
                Objects.requireNonNullElse(row.startedAt(), row.now()),
                Objects.requireNonNullElse(row.finishedAt(), row.now()),
                reused ? Usage.NONE : row.usage(),
                Objects.requireNonNull(row.result(), "a succeeded execution has a result"),
                output,
                output == null ? null : PayloadRef.parse(output.payloadRef()).sha256()),
            asker.traceparent()));
  }

  /** The answer of an execution that was given up. */
  public static OutboxRow failed(StepExecution row, Waiter asker, StepError error) {
    return row(failure(row, asker, error));
  }

  /** The answer of an execution that was given up just now, with its dead letter. */
  public static OutboxRow givenUp(
      StepExecution row, Waiter asker, StepError error, @Nullable String stackClass) {
    var request = asker.request();
    var letter =
        new DeadLetter(
            UuidV7.next(),
            request.taskId(),
            request.tenant(),
            request.step(),
            request.again(row.attempt(), request.sourceService(), request.publishedAt()),
            error,
            stackClass,
            row.now(),
            row.attempt());
    return new OutboxRow(
        request.taskId(),
        List.of(
            OutboxMessage.whole(Topics.RESULT, failure(row, asker, error).message()),
            OutboxMessage.whole(Topics.DEAD_LETTERS, letter)),
        null,
        asker.traceparent(),
        null);
  }

  /** The answer to a request whose time is over. */
  public static OutboxRow expired(Waiter asker, Instant now) {
    var request = asker.request();
    return row(
        new Answer(
            new StepFinished.Expired(
                UuidV7.next(),
                request.taskId(),
                request.tenant(),
                request.step(),
                request.stepVersion(),
                request.attempt(),
                now),
            asker.traceparent()));
  }

  /** The answer to a request of a task that was called off. */
  public static OutboxRow cancelled(Waiter asker, Instant now) {
    var request = asker.request();
    return row(
        new Answer(
            new StepFinished.Skipped(
                UuidV7.next(),
                request.taskId(),
                request.tenant(),
                request.step(),
                request.stepVersion(),
                request.attempt(),
                now,
                "the task was cancelled"),
            asker.traceparent()));
  }

  /** Tells that another attempt will follow. */
  public static OutboxRow retrying(
      StepExecution row, Waiter asker, StepError error, Instant nextAttemptAt) {
    var request = asker.request();
    return progress(
        new StepProgress.Retrying(
            UuidV7.next(),
            request.taskId(),
            request.tenant(),
            request.step(),
            row.attempt(),
            error,
            nextAttemptAt),
        asker.traceparent());
  }

  /** Tells that a call takes a while. */
  public static OutboxRow started(Claim claim, Instant startedAt) {
    var request = claim.request();
    return progress(
        new StepProgress.Started(
            UuidV7.next(),
            request.taskId(),
            request.tenant(),
            request.step(),
            claim.attempt(),
            claim.engine(),
            claim.model(),
            startedAt),
        claim.traceparent());
  }

  /** Asks for the next attempt of the work of a request. */
  public static OutboxRow nextAttempt(
      StepRequested request, int attempt, Instant now, @Nullable String traceparent) {
    Message again = request.again(attempt, "worker-service", now);
    // never expires on the way: the worker that reads it answers for a request whose time is over
    return OutboxRow.of(
        Topics.ofStep(request.step(), request.lane()), request.taskId(), again, traceparent);
  }

  private static OutboxRow progress(StepProgress message, @Nullable String traceparent) {
    return OutboxRow.of(Topics.RESULT, message.taskId(), message, traceparent);
  }

  private static Answer failure(StepExecution row, Waiter asker, StepError error) {
    var request = asker.request();
    return new Answer(
        new StepFinished.Failed(
            UuidV7.next(),
            request.taskId(),
            request.tenant(),
            request.step(),
            request.stepVersion(),
            row.attempt(),
            row.engine(),
            row.model(),
            row.startedAt(),
            row.now(),
            row.usage(),
            error),
        asker.traceparent());
  }
}
