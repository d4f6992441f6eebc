package io.onceflow.worker.claim;

import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.ClaimStatement;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.execution.table.WaiterTable;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Decides, under the locks of their rows, about requests whose work was begun before, is asked for
 * as another attempt, or has no use any more: the task waits for the result, gets it from the
 * record, begins the next attempt, or is told that its time is over. To be called in a transaction.
 */
final class JoinExecutions {
  private final StepExecutionTable table;
  private final ClaimStatement claims;
  private final WaiterTable waiters;
  private final ModelCallLedger ledger;
  private final EndAttempt end;
  private final OutboxTable outbox;
  private final StillWanted wanted;
  private final ExecutionMetrics metrics;

  JoinExecutions(
      StepExecutionTable table,
      ClaimStatement claims,
      WaiterTable waiters,
      ModelCallLedger ledger,
      EndAttempt end,
      OutboxTable outbox,
      StillWanted wanted,
      ExecutionMetrics metrics) {
    this.table = table;
    this.claims = claims;
    this.waiters = waiters;
    this.ledger = ledger;
    this.end = end;
    this.outbox = outbox;
    this.wanted = wanted;
    this.metrics = metrics;
  }

  /**
   * What was decided.
   *
   * @param claimed to be run, by their tokens
   * @param again to be looked at once more, after this transaction
   */
  record Joined(Map<UUID, Claim> claimed, List<Taken> again) {}

  Joined join(List<Taken> requests) {
    var rows = table.lock(requests.stream().map(t -> t.claim().key()).toList());
    var pass = new JoinPass(rows, table, claims, waiters, ledger, end, wanted, metrics);
    pass.decide(requests);
    outbox.append(pass.answers());
    return new Joined(pass.claimed(), pass.again());
  }
}
