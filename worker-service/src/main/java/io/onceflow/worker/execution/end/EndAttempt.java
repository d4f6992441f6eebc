package io.onceflow.worker.execution.end;

import io.onceflow.model.StepError;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.OnUnknownOutcome;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.execution.Answers;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.Waiter;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.execution.table.WaiterTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ends an attempt that brought no result: with another attempt, with the turn of a task that waits,
 * or for good. Always in the caller's transaction, on a row that it has locked; the claim's token
 * is void afterwards and every task that is to know is told through the outbox.
 */
public final class EndAttempt {
  /** A document that kills its worker must not do so for ever. */
  private static final int MOST_TAKEOVERS = 3;

  private static final StepError UNKNOWN =
      new StepError(
          "outcome-unknown", "the worker ended during the call; it may have been paid for", false);

  private static final StepError EXHAUSTED =
      new StepError("attempts-exhausted", "no attempt is left", false);

  private final StepExecutionTable table;
  private final WaiterTable waiters;
  private final ModelCallLedger ledger;
  private final OutboxTable outbox;
  private final ExecutionMetrics metrics;

  public EndAttempt(
      StepExecutionTable table,
      WaiterTable waiters,
      ModelCallLedger ledger,
      OutboxTable outbox,
      ExecutionMetrics metrics) {
    this.table = table;
    this.waiters = waiters;
    this.ledger = ledger;
    this.outbox = outbox;
    this.metrics = metrics;
  }

  /**
   * The attempt failed.
   *
   * @param row with the failure's error and usage
   * @param retryAt when another attempt may be made, should one be left
   * @param stackClass the class of the failure, for the dead letter
   */
  public void failed(
      StepExecution row, StepError error, Instant retryAt, @Nullable String stackClass) {
    var owner = row.owner();
    if (error.retryable() && row.attempt() < row.maxAttempt() && isBefore(retryAt, owner)) {
      table.waitLocked(row, owner, row.waiting(), retryAt, UuidV7.next());
      outbox.append(List.of(Answers.retrying(row, owner, error, retryAt)));
      metrics.ended(row.step(), "retried");
      return;
    }
    var heir = error.retryable() ? heir(row, row.attempt(), retryAt) : Optional.<Waiter>empty();
    if (heir.isPresent()) {
      passOn(row, heir.get(), retryAt);
      outbox.append(List.of(Answers.givenUp(row, owner, error, stackClass)));
      metrics.deadLetter(row.step().value(), error.code());
      metrics.ended(row.step(), "failed");
      return;
    }
    giveUp(row, ExecutionStatus.FAILED, error, stackClass);
  }

  /**
   * The worker died during the attempt, or was stopped.
   *
   * @param policy of the step
   */
  public void outcomeUnknown(StepExecution row, OnUnknownOutcome policy) {
    ledger.closeForAbsent(row.claimToken(), CallOutcome.UNKNOWN);
    var failed = row.withUsage(ledger.used(row.claimToken()), true).withError(UNKNOWN);
    switch (policy) {
      case HOLD -> giveUp(failed, ExecutionStatus.HELD, UNKNOWN, null);
      case RETRY -> {
        if (row.takeovers() >= MOST_TAKEOVERS) {
          giveUp(failed, ExecutionStatus.FAILED, UNKNOWN, null);
        } else {
          // a crash is no failure of the step, so it takes none of the step's attempts
          var again = failed.withAttempts(row.attempt(), row.maxAttempt() + 1, row.takeovers() + 1);
          table.waitLocked(again, row.owner(), row.waiting(), row.now(), UuidV7.next());
          metrics.ended(row.step(), "unknown");
        }
      }
    }
  }

  /** No call was made, because the worker stops or lost track of its claim: the attempt is free. */
  public void handedBack(StepExecution row) {
    ledger.closeForAbsent(row.claimToken(), CallOutcome.NOT_CALLED);
    var unused = row.withAttempts(row.attempt() - 1, row.maxAttempt(), row.takeovers());
    table.waitLocked(unused, row.owner(), row.waiting(), row.now(), UuidV7.next());
  }

  /**
   * No call may be made for a while, and none was that is lost: the attempt is free.
   *
   * @param row with the reason as its error
   * @param until when it may be tried again; work that expires before is told so then
   */
  public void deferred(StepExecution row, StepError reason, Instant until) {
    var owner = row.owner();
    var expiresAt = owner.request().expiresAt();
    var retryAt = until.isAfter(expiresAt) ? expiresAt : until;
    var unused = row.withAttempts(row.attempt() - 1, row.maxAttempt(), row.takeovers());
    table.waitLocked(unused, owner, row.waiting(), retryAt, UuidV7.next());
    outbox.append(List.of(Answers.retrying(unused, owner, reason, retryAt)));
    metrics.ended(row.step(), "deferred");
  }

  /**
   * No call was made, because the task it was for has no more use for it. A task that waits gets
   * its turn; if there is none the work is forgotten.
   *
   * @param row whose attempt was not used, RUNNING or waiting
   * @param answer to the task
   */
  public void notCalled(StepExecution row, OutboxRow answer) {
    if (row.status() == ExecutionStatus.RUNNING) {
      ledger.closeForAbsent(row.claimToken(), CallOutcome.NOT_CALLED);
    }
    var used = row.status() == ExecutionStatus.RETRY_WAIT ? row.attempt() : row.attempt() - 1;
    var unused = row.withAttempts(used, row.maxAttempt(), row.takeovers());
    heir(unused, used, row.now())
        .ifPresentOrElse(heir -> passOn(unused, heir, row.now()), () -> forget(unused));
    outbox.append(List.of(answer));
  }

  /** An operator asks for another attempt of work that was held. */
  public void released(StepExecution row) {
    var again = row.withAttempts(row.attempt(), row.maxAttempt() + 1, row.takeovers());
    table.waitLocked(again, row.owner(), row.waiting(), row.now(), UuidV7.next());
    metrics.ended(row.step(), "released");
  }

  /** An operator gives up work that was held; its tasks have been told before. */
  public void abandoned(StepExecution row) {
    var error = Objects.requireNonNullElse(row.error(), UNKNOWN);
    table.giveUpLocked(row, ExecutionStatus.FAILED, error, UuidV7.next());
    metrics.ended(row.step(), "abandoned");
  }

  /** Nobody that waits can have a turn: their time is over, or their attempts are. */
  private void forget(StepExecution row) {
    var left = row.waiting() == 0 ? List.<Waiter>of() : waiters.takeAll(row.key());
    var error = Objects.requireNonNullElse(row.error(), EXHAUSTED);
    outbox.append(
        left.stream()
            .map(
                waiter ->
                    isBefore(row.now(), waiter)
                        ? Answers.failed(row, waiter, error)
                        : Answers.expired(waiter, row.now()))
            .toList());
    table.deleteLocked(row);
  }

  private void giveUp(
      StepExecution row, ExecutionStatus status, StepError error, @Nullable String stackClass) {
    var answers = new ArrayList<OutboxRow>();
    answers.add(Answers.givenUp(row, row.owner(), error, stackClass));
    if (row.waiting() > 0) {
      waiters.takeAll(row.key()).forEach(w -> answers.add(Answers.failed(row, w, error)));
    }
    table.giveUpLocked(row, status, error, UuidV7.next());
    outbox.append(answers);
    metrics.deadLetter(row.step().value(), error.code());
    metrics.ended(row.step(), status == ExecutionStatus.HELD ? "held" : "failed");
  }

  private void passOn(StepExecution row, Waiter heir, Instant retryAt) {
    waiters.take(row.key(), heir.request().taskId().value());
    var most = Math.max(row.attempt() + 1, heir.request().maxAttempts());
    var passed = row.withAttempts(row.attempt(), most, row.takeovers());
    table.waitLocked(passed, heir, row.waiting() - 1, retryAt, UuidV7.next());
  }

  /** The first task that waits and may still make an attempt after the given one. */
  private Optional<Waiter> heir(StepExecution row, int attempt, Instant retryAt) {
    return row.waiting() == 0
        ? Optional.empty()
        : waiters.find(row.key()).stream()
            .filter(w -> attempt < w.request().maxAttempts() && isBefore(retryAt, w))
            .findFirst();
  }

  private static boolean isBefore(Instant time, Waiter waiter) {
    return time.isBefore(waiter.request().expiresAt());
  }
}
