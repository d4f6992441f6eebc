package io.onceflow.aggregator.deadletter;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.retention.Partitions;
import io.onceflow.aggregator.schedule.Repeating;
import io.onceflow.aggregator.state.FollowingSteps;
import io.onceflow.aggregator.store.ChangeTasks;
import io.onceflow.model.Topics;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/** Wires the keeping and redriving of dead letters. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DeadLetterProperties.class)
class DeadLetterConfiguration {

  @Bean
  DeadLetterTable deadLetterTable(JdbcTemplate jdbc) {
    return new DeadLetterTable(jdbc);
  }

  @Bean
  DeadLetterMetrics deadLetterMetrics(MeterRegistry meters) {
    return new DeadLetterMetrics(meters);
  }

  @Bean
  RedriveDeadLetters redriveDeadLetters(DeadLetterTable table) {
    return new RedriveDeadLetters(table);
  }

  @Bean
  ConcurrentMessageListenerContainer<byte[], byte[]> deadLetterContainer(
      ConsumerFactory<byte[], byte[]> consumers,
      DeadLetterTable table,
      Partitions partitions,
      DeadLetterMetrics metrics,
      DeadLetterProperties properties) {
    var settings = new ContainerProperties(Topics.DEAD_LETTERS);
    settings.setGroupId(properties.group());
    settings.setMessageListener(new DeadLetterListener(table, partitions, metrics));
    settings.setMissingTopicsFatal(false);
    var container = new ConcurrentMessageListenerContainer<>(consumers, settings);
    container.setBeanName("dead-letters");
    var backOff = new ExponentialBackOff(100, 2);
    backOff.setMaxInterval(5_000);
    container.setCommonErrorHandler(new DefaultErrorHandler(backOff));
    return container;
  }

  @Bean
  Repeating redriveDue(
      DeadLetterTable table,
      ChangeTasks tasks,
      FollowingSteps steps,
      DeadLetterMetrics metrics,
      DeadLetterProperties properties) {
    var asking = new AskDue(table, tasks, steps, metrics);
    return new Repeating("redrive", properties.redriveInterval(), asking::run);
  }
}
