package io.onceflow.relay.topic;

import io.onceflow.model.TopicPlan;
import io.onceflow.model.pipeline.Pipelines;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;

@Configuration(proxyBeanMethods = false)
class TopicConfiguration {
  /** From so many copies on, a record counts only when two of them have it. */
  private static final int SAFE_REPLICATION = 3;

  @Bean
  KafkaAdmin.NewTopics plannedTopics(TopicProperties properties, PipelinesProperties pipelines) {
    return new KafkaAdmin.NewTopics(
        TopicPlan.of(Pipelines.load(Optional.ofNullable(pipelines.file()))).stream()
            .map(plan -> topic(plan.withAtMost(properties.maxPartitions()), properties))
            .toArray(NewTopic[]::new));
  }

  @Bean
  KafkaTopics kafkaTopics(KafkaAdmin planned) {
    return new KafkaTopics(planned, Admin.create(planned.getConfigurationProperties()));
  }

  @Bean
  HealthIndicator brokerHealthIndicator(KafkaTopics topics) {
    return () -> {
      try {
        topics.requireBroker();
        return Health.up().build();
      } catch (RuntimeException e) {
        return Health.down().withDetail("reason", String.valueOf(e.getMessage())).build();
      }
    };
  }

  private static NewTopic topic(TopicPlan plan, TopicProperties properties) {
    var topic =
        TopicBuilder.name(plan.name())
            .partitions(plan.partitions())
            .replicas(properties.replicationFactor())
            .config(TopicConfig.RETENTION_MS_CONFIG, Long.toString(plan.retention().toMillis()));
    if (properties.replicationFactor() >= SAFE_REPLICATION) {
      topic.config(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
    }
    return topic.build();
  }
}
