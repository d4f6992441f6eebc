package io.onceflow.worker.govern.rate;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The pace of model calls. What is not set is learnt from the provider's answers.
 *
 * @param enabled whether calls take turns at all; not needed where a gateway sees to it
 * @param endpoints by endpoint, what each of its models may have from all workers together:
 *     requests-per-minute, tokens-per-minute, concurrency
 * @param patience how long a step waits with its slot for a turn to be given, and then for the turn
 *     to come; otherwise it waits in the database
 * @param followUpPatience the same for the further calls of an attempt, which would lose what the
 *     first ones cost
 * @param leastConcurrency below which the number of calls at once is not lowered by answers 503 and
 *     529
 * @param quiet how long nobody calls after a 429 that does not say
 * @param longestQuiet how long nobody calls at most, whatever a provider says
 * @param permitTime when a call is no longer counted as under way, should its worker not tell
 */
@ConfigurationProperties(RateProperties.PREFIX)
record RateProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue Map<String, EndpointLimits> endpoints,
    @DefaultValue("400ms") Duration patience,
    @DefaultValue("30s") Duration followUpPatience,
    @DefaultValue("1") int leastConcurrency,
    @DefaultValue("1s") Duration quiet,
    @DefaultValue("10m") Duration longestQuiet,
    @DefaultValue("10m") Duration permitTime) {

  static final String PREFIX = "onceflow.governor";

  RateProperties {
    endpoints = Map.copyOf(endpoints);
    endpoints.forEach((name, limits) -> limits.check(PREFIX + ".endpoints." + name));
    if (patience.isNegative()) {
      throw new IllegalArgumentException(
          "%s.patience must not be negative but is %s".formatted(PREFIX, patience));
    }
    if (followUpPatience.isNegative()) {
      throw new IllegalArgumentException(
          "%s.follow-up-patience must not be negative but is %s"
              .formatted(PREFIX, followUpPatience));
    }
    if (leastConcurrency < 1) {
      throw new IllegalArgumentException(
          "%s.least-concurrency must be at least 1 but is %d".formatted(PREFIX, leastConcurrency));
    }
    requirePositive("quiet", quiet);
    requirePositive("longest-quiet", longestQuiet);
    requirePositive("permit-time", permitTime);
  }

  private static void requirePositive(String key, Duration duration) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(
          "%s.%s must be positive but is %s".formatted(PREFIX, key, duration));
    }
  }

  EndpointLimits limitsOf(String endpoint) {
    return endpoints.getOrDefault(endpoint, EndpointLimits.NONE);
  }

  /**
   * What one model of an endpoint may have; 0 for what is left to be learnt.
   *
   * @param requestsPerMinute calls begun
   * @param tokensPerMinute read and written
   * @param concurrency calls at once
   */
  record EndpointLimits(
      @DefaultValue("0") int requestsPerMinute,
      @DefaultValue("0") int tokensPerMinute,
      @DefaultValue("0") int concurrency) {

    static final EndpointLimits NONE = new EndpointLimits(0, 0, 0);

    void check(String setting) {
      check(setting + ".requests-per-minute", requestsPerMinute);
      check(setting + ".tokens-per-minute", tokensPerMinute);
      check(setting + ".concurrency", concurrency);
    }

    private static void check(String key, int limit) {
      if (limit < 0) {
        throw new IllegalArgumentException(
            "%s must not be negative but is %d; leave it out for no limit".formatted(key, limit));
      }
    }
  }
}
