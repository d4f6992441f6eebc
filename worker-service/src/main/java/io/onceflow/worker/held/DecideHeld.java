package io.onceflow.worker.held;

import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.table.StepExecutionTable;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionOperations;

/**
 * What an operator decides about work that is held. Deciding twice, or about work that is held no
 * more, changes nothing.
 */
final class DecideHeld {
  private final TransactionOperations transactions;
  private final StepExecutionTable table;
  private final EndAttempt end;

  DecideHeld(TransactionOperations transactions, StepExecutionTable table, EndAttempt end) {
    this.transactions = transactions;
    this.table = table;
    this.end = end;
  }

  /** Has the call made once more; its result becomes the task's. False where nothing is held. */
  boolean release(ExecKey key) {
    return decide(key, end::released);
  }

  /** Lets the failure stand, so that a later request begins anew. False where nothing is held. */
  boolean giveUp(ExecKey key) {
    return decide(key, end::abandoned);
  }

  private boolean decide(ExecKey key, Consumer<StepExecution> decision) {
    var decided =
        transactions.execute(
            _ -> {
              var row = table.lock(List.of(key)).get(key);
              if (row == null || row.status() != ExecutionStatus.HELD) {
                return false;
              }
              decision.accept(row);
              return true;
            });
    return Boolean.TRUE.equals(decided);
  }
}
