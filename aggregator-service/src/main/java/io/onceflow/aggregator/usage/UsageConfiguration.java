package io.onceflow.aggregator.usage;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Wires the usage report. */
@Configuration(proxyBeanMethods = false)
class UsageConfiguration {

  @Bean
  UsageReport usageReport(JdbcTemplate jdbc) {
    return new UsageReport(jdbc);
  }
}
