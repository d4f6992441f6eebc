package io.onceflow.aggregator.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.state.FollowingSteps;
import io.onceflow.aggregator.state.SettleTask;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.outbox.RedisNames;
import io.onceflow.outbox.RedisOutboxPoke;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Wires the tables and the way to change them. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {
  private static final String SCHEMA = "aggregator";

  @Bean
  OutboxTable outboxTable(JdbcTemplate jdbc) {
    return new OutboxTable(jdbc, SCHEMA);
  }

  @Bean
  RedisOutboxPoke outboxPoke(StringRedisTemplate redis, RedisNames names) {
    return new RedisOutboxPoke(redis, names, SCHEMA);
  }

  @Bean
  TaskViews taskViews(JdbcTemplate jdbc) {
    return new TaskViews(jdbc);
  }

  @Bean
  FollowingSteps followingSteps(Pipelines pipelines) {
    return new FollowingSteps(pipelines);
  }

  @Bean
  ChangeTasks changeTasks(
      PlatformTransactionManager transactions,
      JdbcTemplate jdbc,
      FollowingSteps following,
      Pipelines pipelines,
      OutboxTable outbox,
      OutboxPoke poke,
      ObjectProvider<FinalAnswers> answers,
      TaskChanges changes,
      MeterRegistry meters) {
    return new ChangeTasks(
        new TransactionTemplate(transactions),
        new TaskTable(jdbc),
        new StepResultTable(jdbc),
        new SettleTask(following, pipelines),
        pipelines,
        outbox,
        poke,
        given -> answers.orderedStream().forEach(each -> each.given(given)),
        changes,
        new TaskMetrics(meters));
  }
}
