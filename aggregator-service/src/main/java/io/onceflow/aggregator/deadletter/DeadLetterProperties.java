package io.onceflow.aggregator.deadletter;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Keeping and redriving dead letters.
 *
 * @param group the consumer group
 * @param redriveInterval how often planned ones are looked for
 */
@ConfigurationProperties("onceflow.dead-letters")
record DeadLetterProperties(
    @DefaultValue("onceflow-aggregator-dead-letters") String group,
    @DefaultValue("PT1S") Duration redriveInterval) {

  DeadLetterProperties {
    if (!redriveInterval.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.dead-letters.redrive-interval must be above zero but is " + redriveInterval);
    }
  }
}
