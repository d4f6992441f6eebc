package io.onceflow.ingest.limit;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How many documents a tenant may submit, at each instance of the service.
 *
 * @param perSecond in the long run; 0 for no limit
 * @param burst at once, after a pause
 */
@ConfigurationProperties("onceflow.ingest.rate-limit")
public record RateLimitProperties(
    @DefaultValue("0") double perSecond, @DefaultValue("100") int burst) {
  public RateLimitProperties {
    if (!(perSecond >= 0)) {
      throw new IllegalArgumentException(
          "onceflow.ingest.rate-limit.per-second must not be negative but is " + perSecond);
    }
    if (burst < 1) {
      throw new IllegalArgumentException(
          "onceflow.ingest.rate-limit.burst must be at least 1 but is " + burst);
    }
  }
}
