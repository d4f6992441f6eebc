package io.onceflow.worker.govern.breaker;

import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Shows which endpoints are left alone. */
final class BreakerMetrics {
  private final MeterRegistry registry;
  private final Map<String, AtomicInteger> open = new ConcurrentHashMap<>();

  BreakerMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void changed(String endpoint, State state) {
    open.computeIfAbsent(endpoint, this::gauge).set(state == State.CLOSED ? 0 : 1);
  }

  private AtomicInteger gauge(String endpoint) {
    var value = new AtomicInteger();
    Gauge.builder("onceflow.breaker.open", value, AtomicInteger::get)
        .description(
            "1 while this worker leaves the endpoint alone or tries it, 0 while it is well")
        .tag("endpoint", endpoint)
        .register(registry);
    return value;
  }
}
