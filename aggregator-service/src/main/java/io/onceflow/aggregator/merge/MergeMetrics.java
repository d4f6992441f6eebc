package io.onceflow.aggregator.merge;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts records that could not be merged. */
final class MergeMetrics {
  private final MeterRegistry registry;

  MergeMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void setAside(String code) {
    Counter.builder("onceflow.records.set.aside")
        .description("Records that could not be read or stored and lie among the dead letters")
        .tag("code", code)
        .register(registry)
        .increment();
  }
}
