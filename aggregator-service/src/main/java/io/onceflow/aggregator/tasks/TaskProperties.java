package io.onceflow.aggregator.tasks;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Reading tasks.
 *
 * @param arrival how long a read waits for a task that was accepted a moment ago and has not
 *     arrived yet
 * @param maxWait the longest {@code wait}; a longer one is answered after this
 */
@ConfigurationProperties("onceflow.tasks")
record TaskProperties(
    @DefaultValue("PT5S") Duration arrival, @DefaultValue("PT60S") Duration maxWait) {

  TaskProperties {
    if (arrival.isNegative()) {
      throw new IllegalArgumentException(
          "onceflow.tasks.arrival must not be negative but is " + arrival);
    }
    if (!maxWait.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.tasks.max-wait must be above zero but is " + maxWait);
    }
  }
}
