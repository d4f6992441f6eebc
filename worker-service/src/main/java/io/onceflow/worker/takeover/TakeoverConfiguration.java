package io.onceflow.worker.takeover;

import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.end.ExecutionMetrics;
import io.onceflow.worker.execution.table.StandingClaims;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.run.RunningSteps;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
class TakeoverConfiguration {
  @Bean
  InstanceTable instanceTable(JdbcOperations jdbc) {
    return new InstanceTable(jdbc);
  }

  @Bean
  Heartbeat heartbeat(InstanceTable table, InstanceId instance, TakeoverProperties properties) {
    return new Heartbeat(() -> table.beat(instance), System::nanoTime, properties.lease());
  }

  @Bean
  HeartbeatLife heartbeatLife(
      Heartbeat heartbeat,
      InstanceTable table,
      InstanceId instance,
      TakeoverProperties properties) {
    return new HeartbeatLife(heartbeat, table, instance, properties);
  }

  @Bean
  Repeated takeOverClaims(
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
    var takeOver =
        new TakeOverClaims(
            transactions,
            table,
            standing,
            end,
            running,
            heartbeat,
            pipelines,
            poke,
            metrics,
            properties);
    return new Repeated("take-over", properties.scanInterval(), Phases.SCANNING, takeOver);
  }
}
