package io.onceflow.worker.claim;

import static java.util.stream.Collectors.toMap;

import io.onceflow.model.Lane;
import io.onceflow.model.StepName;
import io.onceflow.model.Topics;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.cancel.CancelledTasks;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.execution.Checkpoint;
import io.onceflow.worker.execution.EndAttempt;
import io.onceflow.worker.execution.ExecutionMetrics;
import io.onceflow.worker.execution.ModelCallLedger;
import io.onceflow.worker.execution.StepExecutionTable;
import io.onceflow.worker.execution.WaiterTable;
import io.onceflow.worker.run.RunStep;
import io.onceflow.worker.run.RunningSteps;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
class ClaimConfiguration {
  private static final Duration LOCK_TURN = Duration.ofMillis(500);

  @Bean
  Slots slots(Pipelines pipelines, ClaimProperties properties) {
    return new Slots(pipelines, properties);
  }

  @Bean
  StepLock stepLock(StringRedisTemplate redis, ClaimProperties properties) {
    return new StepLock(redis, properties.lockTime());
  }

  @Bean
  LockKeeper lockKeeper(StepLock lock, RunningSteps running, ClaimProperties properties) {
    return new LockKeeper(lock, running::all, properties.lockTime());
  }

  @Bean
  Repeated lockKeeping(LockKeeper keeper) {
    return new Repeated("locks", LOCK_TURN, Phases.LOCKS, keeper);
  }

  @Bean
  JoinExecutions joinExecutions(
      StepExecutionTable table,
      WaiterTable waiters,
      ModelCallLedger ledger,
      EndAttempt end,
      OutboxTable outbox,
      CancelledTasks cancelled,
      ExecutionMetrics metrics,
      Clock clock) {
    return new JoinExecutions(table, waiters, ledger, end, outbox, cancelled, metrics, clock);
  }

  @Bean
  ClaimSteps claimSteps(
      StepLock lock,
      LockKeeper keeper,
      StepExecutionTable table,
      JoinExecutions join,
      TransactionOperations transactions,
      RunStep run,
      Slots slots,
      OutboxPoke poke,
      ObjectProvider<Checkpoint> checkpoint) {
    return new ClaimSteps(
        lock,
        keeper,
        table,
        join,
        transactions,
        run,
        slots,
        poke,
        checkpoint.getIfAvailable(() -> Checkpoint.NONE));
  }

  @Bean
  QueuedSteps queuedSteps(StepExecutionTable table, Slots slots, RunStep run, Pipelines pipelines) {
    return new QueuedSteps(table, slots, run, pipelines);
  }

  @Bean
  Repeated queueing(QueuedSteps queued, Slots slots, ClaimProperties properties) {
    var queueing =
        new Repeated("queued-steps", properties.queueInterval(), Phases.CLAIMING, queued);
    slots.whenFreed(
        () -> {
          if (queued.anyQueued()) {
            queueing.wake();
          }
        });
    return queueing;
  }

  @Bean
  StepListeners stepListeners(
      Pipelines pipelines,
      Engines engines,
      ConsumerFactory<byte[], byte[]> consumers,
      KafkaOperations<byte[], byte[]> kafka,
      Slots slots,
      ClaimSteps claimSteps,
      ExecutionMetrics metrics,
      ClaimProperties properties) {
    var read = new ReadRecord(pipelines, new NewClaims(engines));
    var setAside = new SetAside(kafka, metrics);
    return new StepListeners(
        Stream.of(Lane.values())
            .map(
                lane ->
                    new StepListener(
                        lane,
                        topics(pipelines, lane),
                        () ->
                            consumers.createConsumer(properties.group() + lane.topicSuffix(), null),
                        read,
                        slots,
                        claimSteps,
                        setAside,
                        properties.acknowledgeInterval()))
            .toList());
  }

  private static Map<String, StepName> topics(Pipelines pipelines, Lane lane) {
    return pipelines.steps().stream()
        .map(StepDefinition::name)
        .collect(toMap(step -> Topics.ofStep(step, lane), step -> step));
  }
}
