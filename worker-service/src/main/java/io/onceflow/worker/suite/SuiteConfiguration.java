package io.onceflow.worker.suite;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.onceflow.model.TopicPlan;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.outbox.RedisNames;
import io.onceflow.outbox.RedisOutboxPoke;
import java.time.Clock;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;

@Configuration(proxyBeanMethods = false)
class SuiteConfiguration {
  private static final String SCHEMA = "worker";

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  Pipelines pipelines(SuiteProperties properties) {
    return Pipelines.load(Optional.ofNullable(properties.file()));
  }

  @Bean
  KafkaAdmin.NewTopics topics(Pipelines pipelines, TopicsProperties properties) {
    return new KafkaAdmin.NewTopics(
        TopicPlan.of(pipelines).stream()
            .map(plan -> topic(plan.withAtMost(properties.maxPartitions()), properties))
            .toArray(NewTopic[]::new));
  }

  @Bean
  KafkaHealthIndicator kafkaHealthIndicator(KafkaAdmin admin) {
    return new KafkaHealthIndicator(admin.getConfigurationProperties());
  }

  @Bean
  OutboxTable outboxTable(JdbcOperations jdbc) {
    return new OutboxTable(jdbc, SCHEMA);
  }

  @Bean(destroyMethod = "close")
  OutboxPoke outboxPoke(StringRedisTemplate redis, RedisNames names) {
    return new RedisOutboxPoke(redis, names, SCHEMA);
  }

  /** Without Redis nothing waits for it. */
  @Bean
  LettuceClientOptionsBuilderCustomizer rejectCommandsWhileDisconnected() {
    return options -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
  }

  private static NewTopic topic(TopicPlan plan, TopicsProperties properties) {
    var topic =
        TopicBuilder.name(plan.name())
            .partitions(plan.partitions())
            .replicas(properties.replicationFactor())
            .config(TopicConfig.RETENTION_MS_CONFIG, Long.toString(plan.retention().toMillis()));
    return properties.replicationFactor() >= 3
        ? topic.config(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2").build()
        : topic.build();
  }
}
