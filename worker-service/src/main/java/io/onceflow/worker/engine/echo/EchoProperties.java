package io.onceflow.worker.engine.echo;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The engine {@code echo}, for load tests.
 *
 * @param delay how long each call takes
 * @param failureRate the share of calls that fail and may be retried, 0 to 1
 */
@ConfigurationProperties("onceflow.engine.echo")
record EchoProperties(@DefaultValue("0ms") Duration delay, @DefaultValue("0") double failureRate) {
  EchoProperties {
    if (delay.isNegative()) {
      throw new IllegalArgumentException(
          "onceflow.engine.echo.delay must not be negative but is " + delay);
    }
    if (!(failureRate >= 0 && failureRate <= 1)) {
      throw new IllegalArgumentException(
          "onceflow.engine.echo.failure-rate must be between 0 and 1 but is " + failureRate);
    }
  }
}
