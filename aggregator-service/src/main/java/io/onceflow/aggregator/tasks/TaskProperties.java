package io.onceflow.aggregator.tasks;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Reading tasks.
 *
 * @param maxWait the longest {@code wait}; a longer one is answered after this
 */
@ConfigurationProperties("onceflow.tasks")
record TaskProperties(@DefaultValue("PT60S") Duration maxWait) {

  TaskProperties {
    if (!maxWait.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.tasks.max-wait must be above zero but is " + maxWait);
    }
  }
}
