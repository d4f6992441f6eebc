package io.onceflow.worker.govern.breaker;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.engine.call.CallReport;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One circuit breaker for each endpoint in this worker. While an endpoint fails, steps wait instead
 * of using up their attempts on it; after a time a few calls see whether it is well again.
 */
public final class Breakers {
  private static final Logger log = LoggerFactory.getLogger(Breakers.class);
  private static final int SERVER_ERROR = 500;
  private static final int PERCENT = 100;

  private final CircuitBreakerRegistry registry;
  private final BreakerMetrics metrics;
  private final Duration openTime;
  private final UnaryOperator<Duration> jitter;

  /**
   * @param jitter lengthens a wait at random, so that not all who wait come back at once
   */
  Breakers(
      BreakerProperties properties,
      BreakerMetrics metrics,
      UnaryOperator<Duration> jitter,
      Clock clock) {
    this.openTime = properties.openTime();
    this.metrics = metrics;
    this.jitter = jitter;
    this.registry =
        CircuitBreakerRegistry.of(
            CircuitBreakerConfig.custom()
                .clock(clock)
                .failureRateThreshold((float) properties.failureRate() * PERCENT)
                .slidingWindowSize(properties.calls())
                .minimumNumberOfCalls(properties.leastCalls())
                .waitDurationInOpenState(openTime)
                .permittedNumberOfCallsInHalfOpenState(properties.probes())
                // probes whose worker never tells of them must not keep others away for ever
                .maxWaitDurationInHalfOpenState(openTime.multipliedBy(4))
                .build());
    registry
        .getEventPublisher()
        .onEntryAdded(
            added ->
                added
                    .getAddedEntry()
                    .getEventPublisher()
                    .onStateTransition(
                        event ->
                            changed(
                                event.getCircuitBreakerName(),
                                event.getStateTransition().getToState())));
  }

  /**
   * Asks to call an endpoint; to be answered by {@link #report} or {@link #giveBack}.
   *
   * @throws EngineException deferred, if the endpoint is to be left alone
   */
  public void enter(String endpoint) throws EngineException {
    var breaker = of(endpoint);
    if (!breaker.tryAcquirePermission()) {
      throw EngineException.deferred(
          CallGate.UNAVAILABLE,
          "the endpoint '%s' fails and is left alone for now".formatted(endpoint),
          // in the end of the open time only a few may go, so the others need not hurry
          jitter.apply(breaker.getState() == State.OPEN ? openTime : openTime.dividedBy(4)));
    }
  }

  /** The call was not made. */
  public void giveBack(String endpoint) {
    of(endpoint).releasePermission();
  }

  /** Takes notice of a call that was made. */
  public void report(String endpoint, CallReport report) {
    var breaker = of(endpoint);
    var nanos = report.latency().toNanos();
    switch (report.outcome()) {
      case NOT_CALLED, CALLED_OFF, UNKNOWN, OPEN -> breaker.releasePermission();
      case TIMEOUT -> failed(breaker, nanos);
      case PROVIDER_ERROR -> {
        if (report.status() >= SERVER_ERROR || report.status() < 300) {
          failed(breaker, nanos);
        } else {
          breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        }
      }
      case SUCCEEDED, REFUSED, TRUNCATED, INVALID, FAILED, LATE ->
          breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
    }
  }

  private static void failed(CircuitBreaker breaker, long nanos) {
    breaker.onError(nanos, TimeUnit.NANOSECONDS, new IOException("reported"));
  }

  private CircuitBreaker of(String endpoint) {
    return registry.circuitBreaker(endpoint);
  }

  private void changed(String endpoint, State state) {
    metrics.changed(endpoint, state);
    switch (state) {
      case OPEN -> log.warn("The endpoint '{}' fails; it is left alone for {}", endpoint, openTime);
      case CLOSED -> log.info("The endpoint '{}' is well again", endpoint);
      default -> log.debug("The endpoint '{}' is tried again", endpoint);
    }
  }
}
