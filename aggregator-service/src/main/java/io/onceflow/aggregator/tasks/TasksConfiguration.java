package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.state.FollowingSteps;
import io.onceflow.aggregator.store.ChangeTasks;
import io.onceflow.aggregator.store.TaskViews;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires what is done to tasks over HTTP. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TaskProperties.class)
class TasksConfiguration {

  @Bean
  ListTasks listTasks(ListedTasks tasks, TaskViews views) {
    return new ListTasks(tasks, views);
  }

  @Bean
  CancelTask cancelTask(ChangeTasks tasks) {
    return new CancelTask(tasks);
  }

  @Bean
  RetryTask retryTask(ChangeTasks tasks, FollowingSteps steps) {
    return new RetryTask(tasks, steps);
  }
}
