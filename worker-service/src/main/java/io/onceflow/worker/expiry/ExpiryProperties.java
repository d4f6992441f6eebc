package io.onceflow.worker.expiry;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long finished executions are kept. What runs, waits, or is held for an operator stays.
 *
 * @param keepFor how long a result answers further requests for the same work, and how long a
 *     redelivered request is known; at least two days, because Kafka keeps requests for one
 * @param every how often old executions are looked for
 * @param batch how many are forgotten in one transaction
 */
@ConfigurationProperties("onceflow.executions")
record ExpiryProperties(
    @DefaultValue("30d") Duration keepFor,
    @DefaultValue("1m") Duration every,
    @DefaultValue("1000") int batch) {

  private static final Duration SHORTEST = Duration.ofDays(2);

  ExpiryProperties {
    if (keepFor.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "onceflow.executions.keep-for must be at least two days, or a request that Kafka delivers"
              + " again would be paid for again, but is "
              + keepFor);
    }
    if (!every.isPositive()) {
      throw new IllegalArgumentException(
          "onceflow.executions.every must be positive but is " + every);
    }
    if (batch < 1) {
      throw new IllegalArgumentException(
          "onceflow.executions.batch must be at least 1 but is " + batch);
    }
  }
}
