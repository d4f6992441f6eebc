package io.onceflow.worker.claim;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How requests are taken on.
 *
 * @param group the consumer group's name; each lane's is this with the lane's name
 * @param acknowledgeInterval how often offsets are committed at most
 * @param highReserve the share of a step's slots that only the high lane may use, 0 to 1; at least
 *     one slot where a step has two or more
 * @param ageing how long a lane waits for a slot, at most, while more urgent lanes get them
 * @param tenantShare the share of a step's slots that one tenant may use at once, above 0 to 1; its
 *     further work waits in the database. 1 for no limit
 * @param queueInterval how often queued work is looked for, besides whenever a slot gets free
 * @param lockTime how long a Redis lock lasts unless it is extended
 */
@ConfigurationProperties("onceflow.claim")
record ClaimProperties(
    @DefaultValue("onceflow-worker") String group,
    @DefaultValue("100ms") Duration acknowledgeInterval,
    @DefaultValue("0.1") double highReserve,
    @DefaultValue("2s") Duration ageing,
    @DefaultValue("1") double tenantShare,
    @DefaultValue("1s") Duration queueInterval,
    @DefaultValue("10s") Duration lockTime) {

  ClaimProperties {
    if (group.isBlank()) {
      throw new IllegalArgumentException("onceflow.claim.group must not be blank");
    }
    if (!(highReserve >= 0 && highReserve < 1)) {
      throw new IllegalArgumentException(
          "onceflow.claim.high-reserve must be at least 0 and below 1 but is " + highReserve);
    }
    if (!(tenantShare > 0 && tenantShare <= 1)) {
      throw new IllegalArgumentException(
          "onceflow.claim.tenant-share must be above 0 and at most 1 but is " + tenantShare);
    }
    requirePositive("acknowledge-interval", acknowledgeInterval);
    requirePositive("ageing", ageing);
    requirePositive("queue-interval", queueInterval);
    requirePositive("lock-time", lockTime);
  }

  private static void requirePositive(String key, Duration duration) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.claim.%s must be positive but is %s".formatted(key, duration));
    }
  }
}
