package io.onceflow.aggregator.pipelines;

import io.onceflow.model.TopicPlan;
import io.onceflow.model.pipeline.Pipelines;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;

/** Loads the pipelines and declares their topics. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({PipelinesProperties.class, TopicsProperties.class})
class PipelinesConfiguration {

  @Bean
  Pipelines pipelines(PipelinesProperties properties) {
    return Pipelines.load(properties.configured());
  }

  @Bean
  KafkaAdmin.NewTopics topics(Pipelines pipelines, TopicsProperties properties) {
    return new KafkaAdmin.NewTopics(
        TopicPlan.of(pipelines).stream()
            .map(plan -> topic(plan.withAtMost(properties.maxPartitions()), properties))
            .toArray(NewTopic[]::new));
  }

  private static NewTopic topic(TopicPlan plan, TopicsProperties properties) {
    var copies = properties.replicationFactor();
    return TopicBuilder.name(plan.name())
        .partitions(plan.partitions())
        .replicas(copies)
        .config(TopicConfig.RETENTION_MS_CONFIG, String.valueOf(plan.retention().toMillis()))
        .config(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, copies >= 3 ? "2" : "1")
        .build();
  }
}
