package io.onceflow.aggregator.retention;

import io.onceflow.aggregator.schedule.Repeating;
import java.time.Clock;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates partitions before anything is written, and maintains them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RetentionProperties.class)
class RetentionConfiguration {

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean(initMethod = "createAhead")
  @DependsOnDatabaseInitialization
  Partitions partitions(DataSource database, Clock clock, RetentionProperties properties) {
    return new Partitions(
        database,
        clock,
        List.of(
            new PartitionedTable("task", properties.tasks()),
            new PartitionedTable("step_result", properties.tasks()),
            new PartitionedTable("webhook_delivery", properties.tasks()),
            new PartitionedTable("dead_letter", properties.deadLetters())),
        properties.partition(),
        properties.ahead());
  }

  @Bean
  Repeating partitionMaintenance(Partitions partitions, RetentionProperties properties) {
    return new Repeating("partitions", properties.interval(), partitions::maintain);
  }
}
