package io.onceflow.model.pipeline;

import java.time.Duration;

/**
 * The waiting between attempts: exponential with full jitter.
 *
 * @param initial upper bound of the wait after the first failure
 * @param max upper bound of any wait
 */
public record Backoff(Duration initial, Duration max) {
  public Backoff {
    if (initial.isNegative() || initial.isZero()) {
      throw new IllegalArgumentException("backoff.initial must be positive but is " + initial);
    }
    if (max.compareTo(initial) < 0) {
      throw new IllegalArgumentException(
          "backoff.max must not be shorter than backoff.initial but is " + max);
    }
  }

  /**
   * The longest wait after a failed attempt, {@code min(max, initial * 2^(attempt-1))}; full jitter
   * draws the wait evenly between zero and this.
   *
   * @param attempt that failed, from 1
   * @see <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">
   *     Exponential backoff and jitter</a>
   */
  public Duration ceilingAfter(int attempt) {
    var doublings = Math.clamp(attempt - 1L, 0, 30);
    var ceiling = initial.multipliedBy(1L << doublings);
    return ceiling.compareTo(max) > 0 ? max : ceiling;
  }
}
