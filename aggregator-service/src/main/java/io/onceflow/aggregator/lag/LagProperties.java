package io.onceflow.aggregator.lag;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Measuring the lag of consumer groups.
 *
 * @param interval between two measurements
 * @param groupPrefix of the groups that are measured
 */
@ConfigurationProperties("onceflow.lag")
record LagProperties(
    @DefaultValue("PT10S") Duration interval, @DefaultValue("onceflow-") String groupPrefix) {

  LagProperties {
    if (!interval.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.lag.interval must be above zero but is " + interval);
    }
  }
}
