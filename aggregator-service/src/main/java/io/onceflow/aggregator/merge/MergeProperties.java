package io.onceflow.aggregator.merge;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How results are read.
 *
 * @param group the consumer group
 * @param concurrency consumers in this process
 * @param commitInterval offsets are committed at most this often; what was merged and not yet
 *     committed is merged again after a crash, to no effect
 */
@ConfigurationProperties("onceflow.merge")
record MergeProperties(
    @DefaultValue("onceflow-aggregator") String group,
    @DefaultValue("1") int concurrency,
    @DefaultValue("PT0.1S") Duration commitInterval) {

  MergeProperties {
    if (concurrency < 1) {
      throw new IllegalArgumentException(
          "onceflow.merge.concurrency must be at least 1 but is " + concurrency);
    }
    if (!commitInterval.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.merge.commit-interval must be above zero but is " + commitInterval);
    }
  }
}
