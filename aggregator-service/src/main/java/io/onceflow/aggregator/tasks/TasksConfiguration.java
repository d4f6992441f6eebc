package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.notify.Watchers;
import io.onceflow.aggregator.state.TaskViews;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires what is done to tasks over HTTP. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TaskProperties.class)
class TasksConfiguration {

  @Bean
  AwaitTask awaitTask(TaskViews views, Watchers watchers, Clock clock, TaskProperties properties) {
    return new AwaitTask(views, watchers, clock, properties.arrival());
  }
}
