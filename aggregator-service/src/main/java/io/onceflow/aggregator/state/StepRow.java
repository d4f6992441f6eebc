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
 * @param run the latest attempt
 * @param usage of all that was paid for the step in this task, failures that a retry set aside
 *     included
 * @param outcome of the latest attempt
 */
public record StepRow(
    TaskId taskId,
    StepName step,
    StepStatus status,
    int attempt,
    Run run,
    Usage usage,
    Outcome outcome,
    History history) {

  /** A step that nothing is known of yet. */
  public static StepRow pending(TaskId taskId, StepName step) {
    return new StepRow(
        taskId, step, StepStatus.PENDING, 0, Run.NONE, Usage.NONE, Outcome.NONE, History.NONE);
  }

  /** The row once the given end is known. */
  StepRow ended(StepFinished finished) {
    var endedBy = history.endedBy(finished.messageId());
    return switch (finished) {
      case StepFinished.Succeeded it ->
          row(
              it.status(),
              it.attempt(),
              new Run(it.engine(), it.model(), it.startedAt(), it.finishedAt(), null),
              paidBefore().plus(it.usage()),
              new Outcome(it.reused(), it.result(), it.output(), it.outputSha256(), null, null),
              endedBy);
      case StepFinished.Failed it ->
          row(
              it.status(),
              it.attempt(),
              new Run(it.engine(), it.model(), it.startedAt(), it.finishedAt(), null),
              paidBefore().plus(it.usage()),
              Outcome.failed(it.error()),
              endedBy);
      case StepFinished.Expired it ->
          row(
              it.status(),
              it.attempt(),
              Run.endedAt(it.finishedAt()),
              paidBefore(),
              Outcome.NONE,
              endedBy);
      case StepFinished.Skipped it ->
          row(
              it.status(),
              it.attempt(),
              Run.endedAt(it.finishedAt()),
              paidBefore(),
              Outcome.skipped(it.reason()),
              endedBy);
    };
  }

  // a result replaces what an earlier one of the same request had used; what a retry set aside
  // stays paid
  private Usage paidBefore() {
    return history.messageId() == null ? usage : Usage.NONE;
  }

  /** The row while the step is under way. */
  StepRow under(StepProgress progress) {
    return switch (progress) {
      case StepProgress.Started it ->
          row(
              StepStatus.RUNNING,
              it.attempt(),
              new Run(it.engine(), it.model(), it.startedAt(), null, null),
              usage,
              Outcome.NONE,
              history);
      case StepProgress.Retrying it ->
          row(
              StepStatus.RETRYING,
              it.attempt(),
              new Run(run.engine(), run.model(), run.startedAt(), null, it.nextAttemptAt()),
              usage,
              Outcome.failed(it.error()),
              history);
    };
  }

  /** The row of a step that the aggregator does not let run. */
  StepRow skipped(String why, Instant now) {
    return row(
        StepStatus.SKIPPED,
        attempt,
        Run.endedAt(now),
        usage,
        Outcome.skipped(why),
        history.endedBy(null));
  }

  /** The row of a step that could no longer be asked in time. */
  StepRow expired(Instant now) {
    return row(
        StepStatus.EXPIRED, attempt, Run.endedAt(now), usage, Outcome.NONE, history.endedBy(null));
  }

  /** The row once the aggregator has asked for the step. */
  StepRow asked(Instant now) {
    return row(
        StepStatus.PENDING,
        0,
        Run.NONE,
        usage,
        Outcome.NONE,
        new History(null, history.superseded(), now));
  }

  /** The row of a step that is to be asked again: what ended it will not end it twice. */
  StepRow reopened() {
    return row(StepStatus.PENDING, 0, Run.NONE, usage, Outcome.NONE, history.setAside());
  }

  private StepRow row(
      StepStatus nowStatus, int nowAttempt, Run nowRun, Usage paid, Outcome came, History known) {
    return new StepRow(taskId, step, nowStatus, nowAttempt, nowRun, paid, came, known);
  }

  /**
   * An attempt, by what is known of it.
   *
   * @param nextAttemptAt when it is followed by another
   */
  public record Run(
      @Nullable String engine,
      @Nullable String model,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      @Nullable Instant nextAttemptAt) {
    static final Run NONE = new Run(null, null, null, null, null);

    // times as exact as the database keeps them, so that a revision is the same from memory and
    // read
    public Run {
      startedAt = micros(startedAt);
      finishedAt = micros(finishedAt);
      nextAttemptAt = micros(nextAttemptAt);
    }

    static Run endedAt(Instant end) {
      return new Run(null, null, null, end, null);
    }

    private static @Nullable Instant micros(@Nullable Instant time) {
      return time == null ? null : time.truncatedTo(ChronoUnit.MICROS);
    }
  }

  /**
   * What came of a step.
   *
   * @param reused whether the result was there already
   * @param output the document that following steps work on
   * @param reason why a step was skipped, for people
   */
  public record Outcome(
      boolean reused,
      @Nullable JsonNode result,
      @Nullable Input output,
      @Nullable String outputSha256,
      @Nullable StepError error,
      @Nullable String reason) {
    static final Outcome NONE = new Outcome(false, null, null, null, null, null);

    static Outcome failed(StepError error) {
      return new Outcome(false, null, null, null, error, null);
    }

    static Outcome skipped(@Nullable String why) {
      return new Outcome(false, null, null, null, null, why);
    }
  }

  /**
   * What a step has been through.
   *
   * @param messageId of the message that ended it
   * @param superseded messages whose redelivery changes nothing any more
   * @param askedAt when the aggregator itself asked for the step; absent for steps that ingest
   *     asked
   */
  public record History(
      @Nullable UUID messageId, List<UUID> superseded, @Nullable Instant askedAt) {
    static final History NONE = new History(null, List.of(), null);

    public History {
      superseded = List.copyOf(superseded);
    }

    History endedBy(@Nullable UUID message) {
      return new History(message, superseded, askedAt);
    }

    History setAside() {
      var done =
          messageId == null
              ? superseded
              : Stream.concat(superseded.stream(), Stream.of(messageId)).toList();
      return new History(null, done, null);
    }
  }
}
