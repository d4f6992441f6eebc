package io.onceflow.worker.execution.end;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.execution.InstanceId;
import io.onceflow.worker.execution.ledger.ModelCallLedger;
import io.onceflow.worker.execution.table.ClaimStatement;
import io.onceflow.worker.execution.table.PartTable;
import io.onceflow.worker.execution.table.QueuedExecutions;
import io.onceflow.worker.execution.table.StandingClaims;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.execution.table.WaiterTable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;

@Configuration(proxyBeanMethods = false)
class ExecutionConfiguration {
  @Bean
  InstanceId instanceId() {
    return InstanceId.next();
  }

  @Bean
  StepExecutionTable stepExecutionTable(JdbcOperations jdbc, InstanceId instance) {
    return new StepExecutionTable(jdbc, instance);
  }

  @Bean
  ClaimStatement claimStatement(JdbcOperations jdbc, InstanceId instance) {
    return new ClaimStatement(jdbc, instance);
  }

  @Bean
  StandingClaims standingClaims(JdbcOperations jdbc, InstanceId instance) {
    return new StandingClaims(jdbc, instance);
  }

  @Bean
  QueuedExecutions queuedExecutions(JdbcOperations jdbc, InstanceId instance) {
    return new QueuedExecutions(jdbc, instance);
  }

  @Bean
  SuccessStatement successStatement(JdbcOperations jdbc) {
    return new SuccessStatement(jdbc);
  }

  @Bean
  WaiterTable waiterTable(JdbcOperations jdbc) {
    return new WaiterTable(jdbc);
  }

  @Bean
  ModelCallLedger modelCallLedger(JdbcOperations jdbc, InstanceId instance) {
    return new ModelCallLedger(jdbc, instance);
  }

  @Bean
  PartTable partTable(JdbcOperations jdbc) {
    return new PartTable(jdbc);
  }

  @Bean
  ExecutionMetrics executionMetrics(MeterRegistry registry) {
    return new ExecutionMetrics(registry);
  }

  @Bean
  EndAttempt endAttempt(
      StepExecutionTable table,
      WaiterTable waiters,
      ModelCallLedger ledger,
      OutboxTable outbox,
      ExecutionMetrics metrics) {
    return new EndAttempt(table, waiters, ledger, outbox, metrics);
  }
}
