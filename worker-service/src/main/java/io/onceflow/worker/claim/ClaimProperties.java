package io.onceflow.worker.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How requests are taken on.
 *
 * @param group the consumer group's name; each lane's is this with the lane's name
 * @param acknowledgeInterval how often offsets are committed at most
 */
@ConfigurationProperties("onceflow.claim")
record ClaimProperties(
    @DefaultValue("onceflow-worker") String group,
    @DefaultValue("100ms") Duration acknowledgeInterval) {

  ClaimProperties {
    if (group.isBlank()) {
      throw new IllegalArgumentException("onceflow.claim.group must not be blank");
    }
    if (!acknowledgeInterval.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.claim.acknowledge-interval must be positive but is " + acknowledgeInterval);
    }
  }
}
