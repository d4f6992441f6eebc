package io.onceflow.worker.run;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.payload.PayloadStore;
import io.onceflow.worker.cancel.CancelledTasks;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.execution.Checkpoint;
import io.onceflow.worker.execution.Lease;
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.end.SuccessStatement;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.PartTable;
import io.onceflow.worker.execution.table.StandingClaims;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.execution.table.WaiterTable;
import java.time.Clock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
class RunConfiguration {
  /** For timeouts alone, which take no time of their own. */
  @Bean(destroyMethod = "shutdownNow")
  ScheduledExecutorService callTimer() {
    var timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("call-timer").daemon().factory());
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  @Bean
  RunMetrics runMetrics(MeterRegistry registry, Pipelines pipelines) {
    return new RunMetrics(registry, pipelines);
  }

  @Bean
  SettleOutcome settleOutcome(
      TransactionOperations transactions,
      StepExecutionTable table,
      WaiterTable waiters,
      ModelCallLedger ledger,
      EndAttempt end,
      OutboxTable outbox,
      ExecutionMetrics metrics) {
    return new SettleOutcome(
        transactions,
        table,
        waiters,
        ledger,
        end,
        outbox,
        metrics,
        (RandomGenerator) () -> ThreadLocalRandom.current().nextLong());
  }

  @Bean
  RecordOutcomes recordOutcomes(
      SuccessStatement successes,
      SettleOutcome settle,
      ExecutionMetrics metrics,
      OutboxPoke poke,
      ObjectProvider<Checkpoint> checkpoint,
      RunProperties properties) {
    return new RecordOutcomes(
        successes,
        settle,
        metrics,
        poke,
        checkpoint.getIfAvailable(() -> Checkpoint.NONE),
        properties);
  }

  @Bean
  RunningSteps runningSteps(RecordOutcomes record, RunMetrics metrics, RunProperties properties) {
    return new RunningSteps(record, metrics, properties.shutdownGrace());
  }

  @Bean
  CallPermit callPermit(
      StandingClaims standing, CancelledTasks cancelled, Lease lease, Clock clock) {
    return new CallPermit(standing, cancelled, lease, clock);
  }

  @Bean
  CallEngine callEngine(
      Engines engines,
      PayloadStore payloads,
      TransactionOperations transactions,
      ModelCallLedger ledger,
      PartTable parts,
      ScheduledExecutorService callTimer,
      ObjectProvider<CallGate> gate,
      CallPermit permit,
      RunMetrics metrics,
      Clock clock) {
    var calls = new LedgeredCalls(transactions, ledger, parts);
    var attempts =
        new Attempts(callTimer, gate.getIfAvailable(() -> CallGate.OPEN), permit, calls, metrics);
    return new CallEngine(engines, payloads, attempts, metrics, clock);
  }

  @Bean
  RunStep runStep(
      RunningSteps runningSteps,
      CallEngine engine,
      RecordOutcomes record,
      CallPermit permit,
      OutboxTable outbox,
      OutboxPoke poke,
      ScheduledExecutorService callTimer,
      RunProperties properties,
      ObjectProvider<Checkpoint> checkpoint,
      Clock clock) {
    return new RunStep(
        runningSteps,
        engine,
        record,
        permit,
        outbox,
        poke,
        callTimer,
        properties,
        checkpoint.getIfAvailable(() -> Checkpoint.NONE),
        clock);
  }
}
