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
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.ClaimStatement;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.execution.table.WaiterTable;
import io.onceflow.worker.lock.LockKeeper;
import io.onceflow.worker.lock.StepLock;
import io.onceflow.worker.queue.QueueRoom;
import io.onceflow.worker.queue.QueuedSteps;
import io.onceflow.worker.run.RunStep;
import io.onceflow.worker.slot.Slots;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
class ClaimConfiguration {
  @Bean
  StillWanted stillWanted(CancelledTasks cancelled, ExecutionMetrics metrics, Clock clock) {
    return new StillWanted(cancelled, metrics, clock);
  }

  @Bean
  JoinExecutions joinExecutions(
      StepExecutionTable table,
      ClaimStatement claims,
      WaiterTable waiters,
      ModelCallLedger ledger,
      EndAttempt end,
      OutboxTable outbox,
      StillWanted wanted,
      ExecutionMetrics metrics) {
    return new JoinExecutions(table, claims, waiters, ledger, end, outbox, wanted, metrics);
  }

  @Bean
  ClaimSteps claimSteps(
      StepLock lock,
      LockKeeper keeper,
      ClaimStatement claims,
      StillWanted wanted,
      JoinExecutions join,
      TransactionOperations transactions,
      RunStep run,
      Slots slots,
      QueuedSteps queued,
      OutboxPoke poke,
      ObjectProvider<Checkpoint> checkpoint) {
    return new ClaimSteps(
        lock,
        keeper,
        claims,
        wanted,
        join,
        transactions,
        run,
        slots,
        queued,
        poke,
        checkpoint.getIfAvailable(() -> Checkpoint.NONE));
  }

  @Bean
  StepListeners stepListeners(
      Pipelines pipelines,
      Engines engines,
      ConsumerFactory<byte[], byte[]> consumers,
      KafkaOperations<byte[], byte[]> kafka,
      Slots slots,
      QueueRoom room,
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
                        room,
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
