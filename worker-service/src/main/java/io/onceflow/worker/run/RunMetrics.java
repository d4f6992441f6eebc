package io.onceflow.worker.run;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.onceflow.model.StepName;
import io.onceflow.model.Usage;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.worker.execution.Claim;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures the calls of this process. */
final class RunMetrics {
  private final MeterRegistry registry;
  private final Map<StepName, AtomicInteger> inflight = new ConcurrentHashMap<>();

  RunMetrics(MeterRegistry registry, Pipelines pipelines) {
    this.registry = registry;
    for (var step : pipelines.steps()) {
      var count = new AtomicInteger();
      inflight.put(step.name(), count);
      Gauge.builder("onceflow.step.inflight", count, AtomicInteger::get)
          .description("Claims of this process that have no outcome yet")
          .tag("step", step.name().value())
          .register(registry);
    }
  }

  void began(StepName step) {
    count(step).incrementAndGet();
  }

  void ended(StepName step) {
    count(step).decrementAndGet();
  }

  /** A call ended, with what it consumed. */
  void called(Claim claim, String outcome, Usage usage, Duration duration) {
    var step = claim.request().step().value();
    Timer.builder("onceflow.step.duration")
        .description("Time of the engine's calls")
        .publishPercentileHistogram()
        .tag("step", step)
        .register(registry)
        .record(duration);
    Counter.builder("onceflow.model.calls")
        .description("Calls of engines")
        .tags("step", step, "model", claim.model(), "outcome", outcome)
        .register(registry)
        .increment();
    tokens(claim, "input", usage.inputTokens());
    tokens(claim, "output", usage.outputTokens());
    if (usage.costMicroUsd() > 0) {
      Counter.builder("onceflow.model.cost.usd")
          .description("What the calls cost, in US dollars")
          .tags("step", step, "model", claim.model())
          .register(registry)
          .increment(usage.costMicroUsd() / 1_000_000.0);
    }
  }

  private void tokens(Claim claim, String kind, long tokens) {
    if (tokens > 0) {
      Counter.builder("onceflow.model.tokens")
          .description("Tokens that the calls read and wrote")
          .tags("step", claim.request().step().value(), "model", claim.model(), "kind", kind)
          .register(registry)
          .increment((double) tokens);
    }
  }

  private AtomicInteger count(StepName step) {
    return inflight.computeIfAbsent(step, _ -> new AtomicInteger());
  }
}
