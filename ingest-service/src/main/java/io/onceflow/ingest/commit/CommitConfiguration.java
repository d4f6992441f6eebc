package io.onceflow.ingest.commit;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.RedisNames;
import io.onceflow.outbox.RedisOutboxPoke;
import io.onceflow.payload.PayloadStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcOperations;

@Configuration(proxyBeanMethods = false)
class CommitConfiguration {

  @Bean
  RedisOutboxPoke outboxPoke(StringRedisTemplate redis, RedisNames names) {
    return new RedisOutboxPoke(redis, names, "ingest");
  }

  @Bean
  IdempotencyKeyTable idempotencyKeyTable(JdbcOperations jdbc) {
    return new IdempotencyKeyTable(jdbc);
  }

  @Bean
  GroupCommit<NewTask, Outcome> taskCommits(
      CommitProperties properties,
      JdbcOperations jdbc,
      PayloadStore documents,
      IdempotencyKeyTable keys,
      OutboxPoke poke,
      MeterRegistry registry) {
    var metrics = new CommitMetrics(registry);
    var tasks = new TaskTable(jdbc, documents.inDatabase(), properties.keyWindow());
    var commits =
        new GroupCommit<>(
            properties.writers(),
            properties.limits(),
            NewTask::size,
            new CommitTasks(tasks, keys, poke, metrics));
    metrics.watch(commits);
    return commits;
  }

  @Bean
  IntakeHealth intakeHealthIndicator(
      GroupCommit<NewTask, Outcome> commits, CommitProperties properties) {
    return new IntakeHealth(commits, properties.maxWaiting() / 2);
  }
}
