package io.onceflow.worker.takeover;

import io.onceflow.model.pipeline.OnUnknownOutcome;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.EndAttempt;
import io.onceflow.worker.execution.ExecutionMetrics;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.StepExecutionTable;
import io.onceflow.worker.run.RunningSteps;
import java.time.Duration;
import java.util.HashSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Takes the claims of silent workers over: their calls are entered as of unknown outcome, and the
 * step's policy decides what follows. Also calls off the calls of this worker whose claims others
 * took over.
 */
final class TakeOverClaims implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(TakeOverClaims.class);

  private final TransactionOperations transactions;
  private final StepExecutionTable table;
  private final EndAttempt end;
  private final RunningSteps running;
  private final Heartbeat heartbeat;
  private final Pipelines pipelines;
  private final OutboxPoke poke;
  private final ExecutionMetrics metrics;
  private final Duration lease;
  private final Duration youngest;
  private final int batch;

  TakeOverClaims(
      TransactionOperations transactions,
      StepExecutionTable table,
      EndAttempt end,
      RunningSteps running,
      Heartbeat heartbeat,
      Pipelines pipelines,
      OutboxPoke poke,
      ExecutionMetrics metrics,
      TakeoverProperties properties) {
    this.transactions = transactions;
    this.table = table;
    this.end = end;
    this.running = running;
    this.heartbeat = heartbeat;
    this.pipelines = pipelines;
    this.poke = poke;
    this.metrics = metrics;
    this.lease = properties.lease();
    this.youngest = properties.beatInterval();
    this.batch = properties.batch();
  }

  @Override
  public void run() {
    callOffLost();
    if (!heartbeat.mayJudgeOthers()) {
      return;
    }
    var taken = batch;
    while (taken == batch) {
      var count = transactions.execute(_ -> takeOver());
      taken = count == null ? 0 : count;
      if (taken > 0) {
        log.info("Took {} claims over from workers silent for longer than {}", taken, lease);
        poke.poke();
      }
    }
  }

  private void callOffLost() {
    var claims = running.olderThan(youngest);
    if (claims.isEmpty()) {
      return;
    }
    var lost = new HashSet<>(claims.stream().map(Claim::token).toList());
    lost.removeAll(table.held(claims));
    running.callOff(lost);
  }

  private Integer takeOver() {
    var held = table.heldBySilentInstances(lease, batch);
    for (var row : held) {
      end.outcomeUnknown(row, policy(row));
      metrics.takeover();
    }
    return held.size();
  }

  private OnUnknownOutcome policy(StepExecution row) {
    return pipelines
        .step(row.step())
        .map(StepDefinition::onUnknownOutcome)
        .orElse(OnUnknownOutcome.RETRY);
  }
}
