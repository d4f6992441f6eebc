package io.onceflow.worker.run;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.execution.Claim;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures the calls of this process. */
final class RunMetrics {
  private final MeterRegistry registry;
  private final Map<StepName, AtomicInteger> inflight = new ConcurrentHashMap<>();
  private final Counter duplicateCalls;

  RunMetrics(MeterRegistry registry, Pipelines pipelines) {
    this.registry = registry;
    this.duplicateCalls =
        Counter.builder("onceflow.duplicate.paid.calls")
            .description("Calls made again although an earlier one may have been paid for")
            .register(registry);
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

  /** An engine's work on a claim ended. */
  void worked(Claim claim, Duration duration) {
    Timer.builder("onceflow.step.duration")
        .description("Time of the engine's work, all its calls together")
        .publishPercentileHistogram()
        .tag("step", claim.request().step().value())
        .register(registry)
        .record(duration);
  }

  /** A call ended, with what it consumed. */
  void called(Claim claim, CallReport report) {
    var step = claim.request().step().value();
    Counter.builder("onceflow.model.calls")
        .description("Calls of engines by what came of them, as the ledger has it")
        .tags("step", step, "model", claim.model(), "outcome", report.outcome().label())
        .register(registry)
        .increment();
    var usage = report.usage();
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

  /** An attempt calls again for what an earlier attempt may have paid for. */
  void duplicatePaidCall() {
    duplicateCalls.increment();
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

  /** A step was answered by another engine than its own. */
  void fellBack(Claim claim) {
    Counter.builder("onceflow.step.fallbacks")
        .description("Steps answered by another engine while their own could not be asked")
        .tags("step", claim.request().step().value(), "engine", claim.engine())
        .register(registry)
        .increment();
  }

  private AtomicInteger count(StepName step) {
    return inflight.computeIfAbsent(step, _ -> new AtomicInteger());
  }
}
