package io.onceflow.worker.govern;

import io.onceflow.worker.engine.call.CallReport;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A provider that allows so many requests a second, saved up for a second at most, and answers the
 * others with 429 and {@code Retry-After: 1}; it has no headers that would tell. Thread-safe.
 */
final class LimitedProvider {
  private static final Duration LATENCY = Duration.ofMillis(30);

  private final double perSecond;
  private final long start = System.nanoTime();
  private double saved;
  private long since = start;
  private int answered;
  private int refused;

  LimitedProvider(double perSecond) {
    this.perSecond = perSecond;
    this.saved = perSecond;
  }

  CallReport call() throws InterruptedException {
    var allowed = take();
    if (allowed) {
      Thread.sleep(LATENCY);
    }
    return allowed ? GateUnderTest.paid(0) : GateUnderTest.failed(429, Duration.ofSeconds(1));
  }

  private synchronized boolean take() {
    var now = System.nanoTime();
    saved = Math.min(perSecond, saved + perSecond * (now - since) / TimeUnit.SECONDS.toNanos(1));
    since = now;
    if (saved < 1) {
      refused++;
      return false;
    }
    saved--;
    answered++;
    return true;
  }

  synchronized int answered() {
    return answered;
  }

  synchronized int refused() {
    return refused;
  }
}
