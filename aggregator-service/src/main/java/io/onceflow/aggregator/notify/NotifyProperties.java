package io.onceflow.aggregator.notify;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How revisions are told.
 *
 * @param sweep how often watched tasks are looked up, in case a hint was lost
 * @param arrival how long a read waits for a task that was accepted a moment ago and has not
 *     arrived yet
 */
@ConfigurationProperties("onceflow.notify")
record NotifyProperties(
    @DefaultValue("PT1S") Duration sweep, @DefaultValue("PT5S") Duration arrival) {

  NotifyProperties {
    if (!sweep.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.notify.sweep must be above zero but is " + sweep);
    }
    if (arrival.isNegative()) {
      throw new IllegalArgumentException(
          "onceflow.notify.arrival must not be negative but is " + arrival);
    }
  }
}
