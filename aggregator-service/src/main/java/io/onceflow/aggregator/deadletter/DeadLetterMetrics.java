package io.onceflow.aggregator.deadletter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts dead letters that were kept, and those that were asked again. */
final class DeadLetterMetrics {
  private final MeterRegistry registry;
  private final Counter redriven;

  DeadLetterMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.redriven =
        Counter.builder("onceflow.dead.letters.redriven")
            .description("Dead letters that were asked again")
            .register(registry);
  }

  void kept(DeadLetterRow row) {
    Counter.builder("onceflow.dead.letters.kept")
        .description("Dead letters read from the topic and kept")
        .tag("step", row.step() == null ? "unknown" : row.step())
        .tag("code", row.code())
        .register(registry)
        .increment();
  }

  void redriven(int count) {
    redriven.increment(count);
  }
}
