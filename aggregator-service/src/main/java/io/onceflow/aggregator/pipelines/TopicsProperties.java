package io.onceflow.aggregator.pipelines;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How topics are created that are not there yet.
 *
 * @param replicationFactor copies of each partition; 3 in production
 * @param maxPartitions upper bound of a topic's partitions; 0 for as planned
 */
@ConfigurationProperties("onceflow.topics")
record TopicsProperties(
    @DefaultValue("1") short replicationFactor, @DefaultValue("0") int maxPartitions) {

  TopicsProperties {
    if (replicationFactor < 1) {
      throw new IllegalArgumentException(
          "onceflow.topics.replication-factor must be at least 1 but is " + replicationFactor);
    }
    if (maxPartitions < 0) {
      throw new IllegalArgumentException(
          "onceflow.topics.max-partitions must not be negative but is " + maxPartitions);
    }
  }
}
