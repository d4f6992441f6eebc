package io.onceflow.aggregator.notify;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How revisions are told.
 *
 * @param sweep how often watched tasks are looked up, in case a hint was lost
 */
@ConfigurationProperties("onceflow.notify")
record NotifyProperties(@DefaultValue("PT1S") Duration sweep) {

  NotifyProperties {
    if (!sweep.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.notify.sweep must be above zero but is " + sweep);
    }
  }
}
