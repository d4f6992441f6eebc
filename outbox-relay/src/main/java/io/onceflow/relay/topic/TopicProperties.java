package io.onceflow.relay.topic;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How topics are created.
 *
 * @param replicationFactor copies of each record; from 3 on, two of them must acknowledge
 * @param maxPartitions at most so many a topic; 0 for as many as planned
 */
@ConfigurationProperties("onceflow.topics")
public record TopicProperties(
    @DefaultValue("1") short replicationFactor, @DefaultValue("0") int maxPartitions) {

  public TopicProperties {
    if (replicationFactor < 1) {
      throw new IllegalArgumentException("onceflow.topics.replication-factor must be at least 1");
    }
    if (maxPartitions < 0) {
      throw new IllegalArgumentException("onceflow.topics.max-partitions must not be negative");
    }
  }
}
