package io.onceflow.aggregator.sockets;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The WebSocket.
 *
 * @param heartbeat between two heartbeats of the server
 * @param sendTimeout how long one frame may take before the client is cut off
 * @param maxWaiting text that may wait for a slow client before it is cut off
 * @param maxMessage what a client may send at once, in characters
 * @param maxSubscriptions tasks that one connection may subscribe by id
 * @param ticketLifetime how long a ticket can be used
 */
@ConfigurationProperties("onceflow.sockets")
record SocketProperties(
    @DefaultValue("PT20S") Duration heartbeat,
    @DefaultValue("PT10S") Duration sendTimeout,
    @DefaultValue("1MB") DataSize maxWaiting,
    @DefaultValue("64KB") DataSize maxMessage,
    @DefaultValue("1000") int maxSubscriptions,
    @DefaultValue("PT30S") Duration ticketLifetime) {

  SocketProperties {
    require(heartbeat.isPositive(), "heartbeat must be above zero but is " + heartbeat);
    require(sendTimeout.isPositive(), "send-timeout must be above zero but is " + sendTimeout);
    require(maxWaiting.toBytes() >= 65_536, "max-waiting must be at least 64KB");
    require(
        maxMessage.toBytes() >= SmallBuffers.MESSAGE,
        "max-message must be at least " + SmallBuffers.MESSAGE + "B");
    require(maxSubscriptions > 0, "max-subscriptions must be above zero");
    require(ticketLifetime.isPositive(), "ticket-lifetime must be above zero");
  }

  private static void require(boolean met, String rule) {
    if (!met) {
      throw new IllegalArgumentException("onceflow.sockets." + rule);
    }
  }
}
