package io.onceflow.worker.expiry;

import io.onceflow.worker.execution.table.StepExecutionTable;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ExpiryConfiguration {
  @Bean
  Repeated forgetExecutions(StepExecutionTable table, ExpiryProperties properties) {
    var forget = new ForgetExecutions(table, properties);
    return new Repeated("forget-executions", properties.every(), Phases.SCANNING, forget);
  }
}
