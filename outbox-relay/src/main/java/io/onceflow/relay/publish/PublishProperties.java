package io.onceflow.relay.publish;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How an outbox is drained.
 *
 * @param batch rows that are read at once, at most
 * @param inFlight rows that may wait for their acknowledgement, at most
 * @param inFlightSize records that may wait for their acknowledgement, about; bounds the memory
 * @param deleteDelay how long acknowledged rows may wait for others to be deleted with them
 * @param readPause shortest time between two reads that owners' announcements lead to: what a busy
 *     owner commits meanwhile is read together. Rows that come after a pause are read at once
 * @param poll time between reads while owners are not heard to announce their rows
 * @param pollAtRest time between reads while they are, and after a while without rows
 * @param fullScan time between reads of the whole outbox, which find what nothing else has found
 * @param brokerPatience how long an acknowledgement may take before the relay calls itself not
 *     ready
 * @param stopPatience how long a stop waits for acknowledgements
 */
@ConfigurationProperties("onceflow.relay.publish")
public record PublishProperties(
    @DefaultValue("1000") int batch,
    @DefaultValue("4000") int inFlight,
    @DefaultValue("16MB") DataSize inFlightSize,
    @DefaultValue("50ms") Duration deleteDelay,
    @DefaultValue("2ms") Duration readPause,
    @DefaultValue("100ms") Duration poll,
    @DefaultValue("1s") Duration pollAtRest,
    @DefaultValue("1m") Duration fullScan,
    @DefaultValue("3s") Duration brokerPatience,
    @DefaultValue("5s") Duration stopPatience) {

  /** The part of the size in flight that one read may take: its records may be several times it. */
  private static final int SHARE_OF_READ = 4;

  public PublishProperties {
    require(batch >= 1, "batch must be at least 1");
    require(inFlight >= batch, "in-flight must not be less than batch");
    require(inFlightSize.toBytes() >= 1_000_000, "in-flight-size must be at least 1MB");
    require(inFlightSize.toBytes() <= 32_000_000, "in-flight-size must be at most 32MB");
    require(!deleteDelay.isNegative(), "delete-delay must not be negative");
    require(!readPause.isNegative(), "read-pause must not be negative");
    require(readPause.toMillis() <= 1000, "read-pause must be at most 1s");
    require(poll.toMillis() >= 1, "poll must be at least 1ms");
    require(pollAtRest.compareTo(poll) >= 0, "poll-at-rest must not be less than poll");
    require(fullScan.toMillis() >= 1000, "full-scan must be at least 1s");
    require(brokerPatience.isPositive(), "broker-patience must be positive");
    require(!stopPatience.isNegative(), "stop-patience must not be negative");
  }

  long inFlightBytes() {
    return inFlightSize.toBytes();
  }

  long readBytes() {
    return inFlightSize.toBytes() / SHARE_OF_READ;
  }

  private static void require(boolean right, String rule) {
    if (!right) {
      throw new IllegalArgumentException("onceflow.relay.publish." + rule);
    }
  }
}
