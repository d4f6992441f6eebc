package io.onceflow.aggregator.merge;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.retention.Partitions;
import io.onceflow.aggregator.store.ChangeTasks;
import io.onceflow.model.Topics;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/** Wires the consumer of accepted tasks and results. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MergeProperties.class)
class MergeConfiguration {

  @Bean
  ResultListener resultListener(
      ChangeTasks tasks,
      Partitions partitions,
      KafkaTemplate<byte[], byte[]> kafka,
      MeterRegistry meters) {
    return new ResultListener(
        new MergeResults(tasks),
        partitions,
        new UnreadableRecords(kafka, new MergeMetrics(meters)));
  }

  @Bean
  ConcurrentMessageListenerContainer<byte[], byte[]> resultContainer(
      ConsumerFactory<byte[], byte[]> consumers,
      ResultListener listener,
      MergeProperties properties) {
    var settings = new ContainerProperties(Topics.ACCEPTED, Topics.RESULT);
    settings.setGroupId(properties.group());
    settings.setMessageListener(listener);
    settings.setAckMode(AckMode.TIME);
    settings.setAckTime(properties.commitInterval().toMillis());
    settings.setSyncCommits(false);
    settings.setMissingTopicsFatal(false);
    var container = new ConcurrentMessageListenerContainer<>(consumers, settings);
    container.setConcurrency(properties.concurrency());
    container.setBeanName("results");
    container.setCommonErrorHandler(new DefaultErrorHandler(untilItWorks()));
    return container;
  }

  // a database or broker that is away comes back; giving up would lose records
  private static ExponentialBackOff untilItWorks() {
    var backOff = new ExponentialBackOff(100, 2);
    backOff.setMaxInterval(5_000);
    return backOff;
  }
}
