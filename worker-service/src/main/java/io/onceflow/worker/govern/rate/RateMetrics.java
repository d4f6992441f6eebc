package io.onceflow.worker.govern.rate;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Shows how calls wait for their turns, and the pace that was learnt. */
final class RateMetrics {
  private final MeterRegistry registry;
  private final Map<String, AtomicReference<Double>> rates = new ConcurrentHashMap<>();

  RateMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** A call got its turn. */
  void held(Permit permit, Duration waited) {
    Timer.builder("onceflow.governor.wait")
        .description("How long calls waited for their turns with their slots")
        .tags("endpoint", permit.asked().endpoint(), "model", permit.asked().model())
        .register(registry)
        .record(waited);
  }

  /** A call was sent away to wait in the database. */
  void setAside(Permit permit) {
    count(
        "onceflow.governor.set.aside", "Calls that were sent away to wait in the database", permit);
  }

  /** A provider said that there are too many calls. */
  void limited(Permit permit) {
    count("onceflow.governor.limited", "Answers 429, 503 and 529", permit);
  }

  private void count(String name, String description, Permit permit) {
    Counter.builder(name)
        .description(description)
        .tags("endpoint", permit.asked().endpoint(), "model", permit.asked().model())
        .register(registry)
        .increment();
  }

  /** The pace of all workers together, as this one last heard it. */
  void learnt(Permit permit, double rate) {
    rates.computeIfAbsent(permit.lane(), _ -> gauge(permit)).set(rate);
  }

  private AtomicReference<Double> gauge(Permit permit) {
    var value = new AtomicReference<>(0.0);
    Gauge.builder("onceflow.governor.rate", value, AtomicReference::get)
        .description("Calls a second of all workers together that the provider was found to allow")
        .tags("endpoint", permit.asked().endpoint(), "model", permit.asked().model())
        .register(registry);
    return value;
  }
}
