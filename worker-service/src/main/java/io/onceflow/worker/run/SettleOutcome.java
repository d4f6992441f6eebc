package io.onceflow.worker.run;

import io.onceflow.model.StepError;
import io.onceflow.model.pipeline.Backoff;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.execution.Answers;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.StepSuccess;
import io.onceflow.worker.execution.Waiter;
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.execution.table.WaiterTable;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Records one outcome in one transaction: the row is locked first, so that it is clear whether the
 * claim stands and who waits. Under a lost claim nothing is written but the ledger, with one
 * exception: an answer is taken where there is no result yet, because it was paid for.
 */
final class SettleOutcome {
  private final TransactionOperations transactions;
  private final StepExecutionTable table;
  private final WaiterTable waiters;
  private final ModelCallLedger ledger;
  private final EndAttempt end;
  private final OutboxTable outbox;
  private final ExecutionMetrics metrics;
  private final RandomGenerator random;

  SettleOutcome(
      TransactionOperations transactions,
      StepExecutionTable table,
      WaiterTable waiters,
      ModelCallLedger ledger,
      EndAttempt end,
      OutboxTable outbox,
      ExecutionMetrics metrics,
      RandomGenerator random) {
    this.transactions = transactions;
    this.table = table;
    this.waiters = waiters;
    this.ledger = ledger;
    this.end = end;
    this.outbox = outbox;
    this.metrics = metrics;
    this.random = random;
  }

  /** Settles an outcome; a second time changes nothing. Always true. */
  boolean settle(Outcome outcome) {
    transactions.executeWithoutResult(
        _ -> {
          var claim = outcome.claim();
          var row = table.lock(List.of(claim.key())).get(claim.key());
          if (row != null && row.isHeldUnder(claim.token())) {
            settleHeld(outcome, row);
          } else {
            settleLost(outcome, row);
          }
        });
    return true;
  }

  /** What becomes of an outcome whose values the database refuses. */
  static Outcome unstorable(Outcome outcome, RuntimeException cause) {
    var error = new StepError("unstorable-result", "the result cannot be stored", false);
    return new Outcome.Failed(
        outcome.claim(), error, outcome.calls(), null, cause.getClass().getName());
  }

  private void settleHeld(Outcome outcome, StepExecution row) {
    var claim = outcome.claim();
    var calls = outcome.calls();
    if (!(outcome instanceof Outcome.Succeeded)) {
      ledger.close(claim.token(), calls);
    }
    var used = row.withUsage(calls.usage(), calls.maybePaid());
    switch (outcome) {
      case Outcome.Succeeded(var success) -> succeed(success, row);
      case Outcome.Failed failed -> fail(failed, used);
      case Outcome.Deferred(_, var reason, var wait, _) ->
          end.deferred(used.withError(reason), reason, row.now().plus(wait));
      case Outcome.Expired _ ->
          notCalled(used, Answers.expired(claim.asker(), row.now()), "expired");
      case Outcome.Cancelled _ ->
          notCalled(used, Answers.cancelled(claim.asker(), row.now()), "skipped");
      // a claim that was called off and stands after all is as good as handed back
      case Outcome.HandedBack _, Outcome.CalledOff _ -> {
        if (calls.any()) {
          end.outcomeUnknown(row, claim.step().onUnknownOutcome());
        } else {
          end.handedBack(row);
        }
      }
    }
  }

  private void settleLost(Outcome outcome, @Nullable StepExecution row) {
    if (outcome instanceof Outcome.Succeeded(var success)) {
      settleLateSuccess(success, row);
    } else {
      ledger.close(outcome.claim().token(), outcome.calls());
    }
  }

  private void settleLateSuccess(StepSuccess success, @Nullable StepExecution row) {
    if (row != null && row.status() != ExecutionStatus.SUCCEEDED) {
      succeed(success, row);
    } else if (row != null && row.claimToken().equals(success.claim().token())) {
      return; // recorded before; the commit's answer was lost
    } else {
      ledger.closeLate(success.claim().token(), success.calls());
    }
    metrics.lateResult();
  }

  private void succeed(StepSuccess success, StepExecution row) {
    table.succeedLocked(success);
    ledger.close(success.claim().token(), success.calls());
    // not from the claim: the row may have another owner by now
    var owner = row.owner();
    var waiting = row.waiting() > 0 ? waiters.takeAll(row.key()) : List.<Waiter>of();
    outbox.append(
        Stream.concat(
                Stream.of(success.answerTo(owner, false)),
                waiting.stream().map(waiter -> success.answerTo(waiter, true)))
            .map(Answers::row)
            .toList());
    metrics.reused(row.step(), "waited", waiting.size());
    metrics.ended(row.step(), "succeeded");
  }

  private void fail(Outcome.Failed failed, StepExecution row) {
    var wait = wait(failed.claim(), failed.retryAfter());
    end.failed(
        row.withError(failed.error()), failed.error(), row.now().plus(wait), failed.stackClass());
  }

  private void notCalled(StepExecution row, OutboxRow answer, String outcome) {
    end.notCalled(row, answer);
    metrics.ended(row.step(), outcome);
  }

  /** Full jitter over the step's backoff, and never before the provider wants to be asked again. */
  private Duration wait(Claim claim, @Nullable Duration retryAfter) {
    Backoff backoff = claim.step().backoff();
    var jittered =
        Duration.ofMillis(random.nextLong(backoff.ceilingAfter(claim.attempt()).toMillis() + 1));
    return retryAfter != null && retryAfter.compareTo(jittered) > 0
        ? retryAfter.plus(jittered.dividedBy(10))
        : jittered;
  }
}
