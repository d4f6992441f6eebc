package io.onceflow.worker.takeover;

import static java.util.stream.Collectors.toSet;

import io.onceflow.model.pipeline.OnUnknownOutcome;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.table.StandingClaims;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.run.RunningSteps;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Takes the claims of silent workers over: their calls are entered as of unknown outcome, and the
 * step's policy decides what follows. Also calls off the calls of this worker whose claims others
 * took over, and gives back what it holds without knowing.
 */
final class TakeOverClaims implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(TakeOverClaims.class);

  private final TransactionOperations transactions;
  private final StepExecutionTable table;
  private final StandingClaims standing;
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
      StandingClaims standing,
      EndAttempt end,
      RunningSteps running,
      Heartbeat heartbeat,
      Pipelines pipelines,
      OutboxPoke poke,
      ExecutionMetrics metrics,
      TakeoverProperties properties) {
    this.transactions = transactions;
    this.table = table;
    this.standing = standing;
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
    compareWithDatabase();
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

  /** What this worker runs and no longer holds, and what it holds and does not run. */
  private void compareWithDatabase() {
    var held = standing.here(lease);
    callOffUseless(held.stream().map(StandingClaims.Standing::token).collect(toSet()));
    var run = running.all().stream().map(Claim::token).collect(toSet());
    held.stream().filter(one -> one.old() && !run.contains(one.token())).forEach(this::handBack);
  }

  /** A call under a lost claim goes on while there is no result: its answer will be taken. */
  private void callOffUseless(Set<UUID> held) {
    var lost =
        running.olderThan(youngest).stream()
            .filter(claim -> !held.contains(claim.token()))
            .toList();
    if (lost.isEmpty()) {
      return;
    }
    var answered = standing.withResult(lost);
    running.callOff(
        lost.stream()
            .filter(claim -> answered.contains(claim.key()))
            .map(Claim::token)
            .collect(toSet()));
  }

  /** For a claim whose commit succeeded without this worker being told. */
  private void handBack(StandingClaims.Standing orphan) {
    transactions.executeWithoutResult(
        _ -> {
          var row = table.lock(List.of(orphan.key())).get(orphan.key());
          if (row != null && row.isHeldUnder(orphan.token())) {
            end.handedBack(row);
          }
        });
  }

  private Integer takeOver() {
    var held = standing.ofSilentInstances(lease, batch);
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
