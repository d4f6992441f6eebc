package io.onceflow.ingest.limit;

import io.onceflow.http.problem.ProblemException;
import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;

/** Holds each tenant to the rate, in this instance. */
public final class TenantRates {
  private final RateLimitProperties limit;
  private final Clock clock;
  private final ConcurrentHashMap<String, TokenBucket> buckets = new ConcurrentHashMap<>();

  TenantRates(RateLimitProperties limit, Clock clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * Counts one document of a tenant.
   *
   * @throws ProblemException 429, saying when to try again, if the tenant has sent too many
   */
  public void require(String tenant) {
    if (limit.perSecond() == 0) {
      return;
    }
    var now = clock.instant();
    buckets
        .computeIfAbsent(tenant, _ -> new TokenBucket(limit.perSecond(), limit.burst(), now))
        .take(now)
        .ifPresent(
            wait -> {
              throw ProblemException.tooManyRequests(
                  "rate-limit-exceeded",
                  "Your tenant may submit %s documents a second.".formatted(limit.perSecond()),
                  wait);
            });
  }
}
