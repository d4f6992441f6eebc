package io.onceflow.aggregator.access;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The rate that ingest-service holds tenants to, set here as there, so that callers can be told
 * what is left of it.
 *
 * @param perSecond documents of a tenant in the long run; 0 for no limit
 * @param burst documents at once, after a pause
 */
@ConfigurationProperties("onceflow.ingest.rate-limit")
record SubmissionRateProperties(
    @DefaultValue("0") double perSecond, @DefaultValue("100") int burst) {
  SubmissionRateProperties {
    if (!(perSecond >= 0)) {
      throw new IllegalArgumentException(
          "onceflow.ingest.rate-limit.per-second must not be negative but is " + perSecond);
    }
    if (burst < 1) {
      throw new IllegalArgumentException(
          "onceflow.ingest.rate-limit.burst must be at least 1 but is " + burst);
    }
  }

  boolean isLimited() {
    return perSecond > 0;
  }
}
