package io.onceflow.relay.shard;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How instances share the shards.
 *
 * @param lease after which the shards of a silent instance are taken over; renewed ten times within
 */
@ConfigurationProperties("onceflow.relay.shards")
public record ShardProperties(@DefaultValue("10s") Duration lease) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  public ShardProperties {
    if (lease.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "onceflow.relay.shards.lease must be at least 1s, not " + lease);
    }
  }
}
