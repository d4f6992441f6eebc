package io.onceflow.aggregator.stream;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The streams of server-sent events.
 *
 * @param heartbeat how long a stream may be silent; proxies close silent ones
 */
@ConfigurationProperties("onceflow.stream")
record StreamProperties(@DefaultValue("PT15S") Duration heartbeat) {

  StreamProperties {
    if (!heartbeat.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.stream.heartbeat must be above zero but is " + heartbeat);
    }
  }
}
