package io.onceflow.worker.held;

import io.onceflow.worker.execution.end.EndAttempt;
import io.onceflow.worker.execution.table.StepExecutionTable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
class HeldConfiguration {
  @Bean
  HeldEndpoint heldEndpoint(
      JdbcOperations jdbc,
      TransactionOperations transactions,
      StepExecutionTable table,
      EndAttempt end) {
    return new HeldEndpoint(new HeldExecutions(jdbc), new DecideHeld(transactions, table, end));
  }
}
