package io.onceflow.aggregator.deadline;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The deadline sweep.
 *
 * @param interval between two sweeps; an answer is late by this at most
 * @param batch tasks that are answered in one transaction, 1 to 10,000
 */
@ConfigurationProperties("onceflow.deadline")
record DeadlineProperties(
    @DefaultValue("PT0.25S") Duration interval, @DefaultValue("1000") int batch) {

  DeadlineProperties {
    if (!interval.isPositive() || interval.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new IllegalArgumentException(
          "onceflow.deadline.interval must be above zero and at most PT1M but is " + interval);
    }
    if (batch < 1 || batch > 10_000) {
      throw new IllegalArgumentException(
          "onceflow.deadline.batch must be between 1 and 10000 but is " + batch);
    }
  }
}
