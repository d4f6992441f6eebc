package io.onceflow.worker.takeover;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the death of a worker is noticed.
 *
 * @param lease a worker silent for longer loses its claims
 * @param beatInterval how often a worker says that it lives; at most a third of the lease
 * @param scanInterval how often claims of silent workers are looked for
 * @param batch how many are taken over in one transaction
 */
@ConfigurationProperties("onceflow.takeover")
record TakeoverProperties(
    @DefaultValue("10s") Duration lease,
    @DefaultValue("2s") Duration beatInterval,
    @DefaultValue("1s") Duration scanInterval,
    @DefaultValue("100") int batch) {

  TakeoverProperties {
    if (!beatInterval.isPositive() || beatInterval.multipliedBy(3).compareTo(lease) > 0) {
      throw new IllegalArgumentException(
          "onceflow.takeover.beat-interval must be positive and at most a third of"
              + " onceflow.takeover.lease (%s) but is %s".formatted(lease, beatInterval));
    }
    if (!scanInterval.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.takeover.scan-interval must be positive but is " + scanInterval);
    }
    if (batch < 1) {
      throw new IllegalArgumentException(
          "onceflow.takeover.batch must be at least 1 but is " + batch);
    }
  }
}
