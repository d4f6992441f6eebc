package io.onceflow.worker.govern.breaker;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When an endpoint is left alone. Failures are connections that break or do not come about, answers
 * that do not come in time or cannot be read, and HTTP 5xx; not what the endpoint refuses.
 *
 * @param failureRate the share of the last calls that failed, from which on no more are made, above
 *     0 to 1
 * @param calls how many of the last calls count
 * @param leastCalls how many there must have been
 * @param openTime how long no calls are made
 * @param probes how many calls are made then to see whether it is well again
 */
@ConfigurationProperties(BreakerProperties.PREFIX)
record BreakerProperties(
    @DefaultValue("0.5") double failureRate,
    @DefaultValue("20") int calls,
    @DefaultValue("5") int leastCalls,
    @DefaultValue("15s") Duration openTime,
    @DefaultValue("2") int probes) {

  static final String PREFIX = "onceflow.breaker";

  BreakerProperties {
    if (!(failureRate > 0 && failureRate <= 1)) {
      throw new IllegalArgumentException(
          PREFIX + ".failure-rate must be above 0 and at most 1 but is " + failureRate);
    }
    requirePositive("calls", calls);
    requirePositive("least-calls", leastCalls);
    requirePositive("probes", probes);
    if (leastCalls > calls) {
      throw new IllegalArgumentException(
          "%1$s.least-calls must not be above %1$s.calls, %2$d, but is %3$d"
              .formatted(PREFIX, calls, leastCalls));
    }
    if (!openTime.isPositive()) {
      throw new IllegalArgumentException(PREFIX + ".open-time must be positive but is " + openTime);
    }
  }

  private static void requirePositive(String key, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          "%s.%s must be at least 1 but is %d".formatted(PREFIX, key, number));
    }
  }
}
