package io.onceflow.ingest.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Gives tokens at a steady rate and saves up to a burst of them. Safe for use by several threads.
 */
final class TokenBucket {
  private final double perSecond;
  private final int burst;
  private double tokens;
  private Instant filledAt;

  TokenBucket(double perSecond, int burst, Instant now) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.filledAt = now;
  }

  /** Takes a token, or says how long to wait for one. */
  synchronized Optional<Duration> take(Instant now) {
    var elapsed = Duration.between(filledAt, now).toNanos() / 1e9;
    if (elapsed > 0) {
      tokens = Math.min(burst, tokens + elapsed * perSecond);
      filledAt = now;
    }
    if (tokens >= 1) {
      tokens--;
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos((long) Math.ceil((1 - tokens) / perSecond * 1e9)));
  }
}
