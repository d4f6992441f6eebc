package io.onceflow.aggregator.state;

import io.onceflow.model.Input;
import io.onceflow.model.StepError;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepName;
import io.onceflow.model.StepProgress;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskId;
import io.onceflow.model.Usage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A row of the table {@code step_result}.
 *
 * @param usage of all that was paid for the step in this task, failures that a retry set aside
 *     included
 * @param reason why a step was skipped, for people
 * @param output the document that following steps work on
 * @param superseded messages whose redelivery changes nothing any more
 * @param askedAt when the aggregator itself asked for the step; absent for steps that ingest asked
 */
public record StepRow(
    TaskId taskId,
    StepName step,
    StepStatus status,
    int attempt,
    boolean reused,
    @Nullable String engine,
    @Nullable String model,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Instant nextAttemptAt,
    Usage usage,
    @Nullable JsonNode result,
    @Nullable StepError error,
    @Nullable Input output,
    @Nullable String outputSha256,
    @Nullable String reason,
    @Nullable UUID messageId,
    List<UUID> superseded,
    @Nullable Instant askedAt) {

  // times as exact as the database keeps them, so that a revision is the same from memory and read
  public StepRow {
    startedAt = micros(startedAt);
    finishedAt = micros(finishedAt);
    nextAttemptAt = micros(nextAttemptAt);
    superseded = List.copyOf(superseded);
  }

  private static @Nullable Instant micros(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.MICROS);
  }

  /** A step that nothing is known of yet. */
  public static StepRow pending(TaskId taskId, StepName step) {
    return bare(taskId, step, StepStatus.PENDING, Usage.NONE, List.of(), null);
  }

  private static StepRow bare(
      TaskId taskId,
      StepName step,
      StepStatus status,
      Usage usage,
      List<UUID> superseded,
      @Nullable Instant askedAt) {
    return new StepRow(
        taskId,
        step,
        status,
        0,
        false,
        null,
        null,
        null,
        null,
        null,
        usage,
        null,
        null,
        null,
        null,
        null,
        null,
        superseded,
        askedAt);
  }

  /** The row once the given end is known. */
  StepRow ended(StepFinished finished) {
    return switch (finished) {
      case StepFinished.Succeeded it ->
          new StepRow(
              taskId,
              step,
              it.status(),
              it.attempt(),
              it.reused(),
              it.engine(),
              it.model(),
              it.startedAt(),
              it.finishedAt(),
              null,
              paidBefore().plus(it.usage()),
              it.result(),
              null,
              it.output(),
              it.outputSha256(),
              null,
              it.messageId(),
              superseded,
              askedAt);
      case StepFinished.Failed it ->
          new StepRow(
              taskId,
              step,
              it.status(),
              it.attempt(),
              false,
              it.engine(),
              it.model(),
              it.startedAt(),
              it.finishedAt(),
              null,
              paidBefore().plus(it.usage()),
              null,
              it.error(),
              null,
              null,
              null,
              it.messageId(),
              superseded,
              askedAt);
      case StepFinished.Expired it -> unrun(it, null);
      case StepFinished.Skipped it -> unrun(it, it.reason());
    };
  }

  private StepRow unrun(StepFinished finished, @Nullable String why) {
    return unrun(
        finished.status(),
        finished.attempt(),
        finished.finishedAt(),
        paidBefore(),
        why,
        finished.messageId());
  }

  private StepRow unrun(
      StepStatus end,
      int lastAttempt,
      Instant endedAt,
      Usage paid,
      @Nullable String why,
      @Nullable UUID endedBy) {
    return new StepRow(
        taskId,
        step,
        end,
        lastAttempt,
        false,
        null,
        null,
        null,
        endedAt,
        null,
        paid,
        null,
        null,
        null,
        null,
        why,
        endedBy,
        superseded,
        askedAt);
  }

  // a result replaces what an earlier one of the same request had used; what a retry set aside
  // stays paid
  private Usage paidBefore() {
    return messageId == null ? usage : Usage.NONE;
  }

  /** The row while the step is under way. */
  StepRow under(StepProgress progress) {
    return switch (progress) {
      case StepProgress.Started it ->
          new StepRow(
              taskId,
              step,
              StepStatus.RUNNING,
              it.attempt(),
              false,
              it.engine(),
              it.model(),
              it.startedAt(),
              null,
              null,
              usage,
              null,
              null,
              null,
              null,
              null,
              messageId,
              superseded,
              askedAt);
      case StepProgress.Retrying it ->
          new StepRow(
              taskId,
              step,
              StepStatus.RETRYING,
              it.attempt(),
              false,
              engine,
              model,
              startedAt,
              null,
              it.nextAttemptAt(),
              usage,
              null,
              it.error(),
              null,
              null,
              null,
              messageId,
              superseded,
              askedAt);
    };
  }

  /** The row of a step that the aggregator does not let run. */
  StepRow skipped(String why, Instant now) {
    return unrun(StepStatus.SKIPPED, attempt, now, usage, why, null);
  }

  /** The row of a step that could no longer be asked in time. */
  StepRow expired(Instant now) {
    return unrun(StepStatus.EXPIRED, attempt, now, usage, null, null);
  }

  /** The row once the aggregator has asked for the step. */
  StepRow asked(Instant now) {
    return bare(taskId, step, StepStatus.PENDING, usage, superseded, now);
  }

  /** The row of a step that is to be asked again: what ended it will not end it twice. */
  StepRow reopened() {
    var done =
        messageId == null
            ? superseded
            : Stream.concat(superseded.stream(), Stream.of(messageId)).toList();
    return bare(taskId, step, StepStatus.PENDING, usage, done, null);
  }
}
