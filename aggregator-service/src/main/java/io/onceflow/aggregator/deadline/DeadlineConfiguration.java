package io.onceflow.aggregator.deadline;

import io.onceflow.aggregator.schedule.Repeating;
import io.onceflow.aggregator.store.ChangeTasks;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs the deadline sweep. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DeadlineProperties.class)
class DeadlineConfiguration {

  @Bean
  Repeating deadlineSweep(ChangeTasks tasks, DeadlineProperties properties) {
    var sweep = new ExpireOverdue(tasks, properties.batch());
    return new Repeating("deadline-sweep", properties.interval(), sweep::run);
  }
}
