package io.onceflow.worker.suite;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How topics are made where they do not exist.
 *
 * @param replicationFactor 3 in production
 * @param maxPartitions of each topic; 0 for as many as planned
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
