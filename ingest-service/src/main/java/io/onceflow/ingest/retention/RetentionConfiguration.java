package io.onceflow.ingest.retention;

import io.onceflow.ingest.commit.IdempotencyKeyTable;
import io.onceflow.payload.PayloadStore;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class RetentionConfiguration {

  /** There is room before the first upload, or the service does not start. */
  @Bean(initMethod = "ahead")
  MakeRoom makeRoom(
      JdbcOperations jdbc,
      IdempotencyKeyTable keys,
      PayloadStore documents,
      RetentionProperties properties,
      Clock clock) {
    var partitions = new TaskPartitions(jdbc, properties.lockTimeout());
    return new MakeRoom(partitions, keys, documents, properties, clock);
  }

  @Bean
  SchedulingConfigurer retentionSchedule(MakeRoom makeRoom, RetentionProperties properties) {
    var every = properties.every();
    return tasks -> {
      tasks.addFixedDelayTask(new FixedDelayTask(makeRoom::ahead, every, every));
      tasks.addFixedDelayTask(new FixedDelayTask(makeRoom::behind, every, Duration.ofMinutes(1)));
    };
  }
}
