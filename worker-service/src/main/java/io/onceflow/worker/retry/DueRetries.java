package io.onceflow.worker.retry;

import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.execution.Answers;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.table.StepExecutionTable;
import java.time.Duration;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Asks for the attempts that are due, through the outbox. Every worker may scan; a row is asked for
 * by one of them. Should the request be lost, it is made again after a while: the claim takes only
 * one of them.
 */
final class DueRetries implements Runnable {
  private final TransactionOperations transactions;
  private final StepExecutionTable table;
  private final OutboxTable outbox;
  private final OutboxPoke poke;
  private final int batch;
  private final Duration resendAfter;

  DueRetries(
      TransactionOperations transactions,
      StepExecutionTable table,
      OutboxTable outbox,
      OutboxPoke poke,
      RetryProperties properties) {
    this.transactions = transactions;
    this.table = table;
    this.outbox = outbox;
    this.poke = poke;
    this.batch = properties.batch();
    this.resendAfter = properties.resendAfter();
  }

  /** Asks for all that is due now. */
  @Override
  public void run() {
    var asked = batch;
    while (asked == batch) {
      var count = transactions.execute(_ -> askForDue());
      asked = count == null ? 0 : count;
      if (asked > 0) {
        poke.poke();
      }
    }
  }

  private Integer askForDue() {
    var due = table.due(batch);
    if (due.isEmpty()) {
      return 0;
    }
    outbox.append(
        due.stream()
            .map(
                row ->
                    Answers.nextAttempt(
                        row.openRequest(), row.attempt() + 1, row.now(), row.traceparent()))
            .toList());
    table.askedLocked(due.stream().map(StepExecution::key).toList(), resendAfter);
    return due.size();
  }
}
