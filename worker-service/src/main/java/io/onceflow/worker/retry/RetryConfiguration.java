package io.onceflow.worker.retry;

import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
class RetryConfiguration {
  @Bean
  Repeated dueRetries(
      TransactionOperations transactions,
      StepExecutionTable table,
      OutboxTable outbox,
      OutboxPoke poke,
      RetryProperties properties) {
    var retries = new DueRetries(transactions, table, outbox, poke, properties);
    return new Repeated("due-retries", properties.scanInterval(), Phases.SCANNING, retries);
  }
}
