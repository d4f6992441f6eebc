package io.onceflow.worker.govern.budget;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.worker.govern.budget.Window.Figures;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Shows how far budgets are used. Budgets that each tenant has are counted together. */
final class BudgetMetrics {
  private final MeterRegistry registry;
  private final Map<String, AtomicReference<Double>> used = new ConcurrentHashMap<>();

  BudgetMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** What this worker last saw of a window. */
  void seen(Window window, Figures figures) {
    if (window.named() && window.most() > 0) {
      used.computeIfAbsent(window.budget() + "/" + window.period(), _ -> gauge(window))
          .set((double) figures.taken() / window.most());
    }
  }

  private AtomicReference<Double> gauge(Window window) {
    var value = new AtomicReference<>(0.0);
    Gauge.builder("onceflow.budget.used.ratio", value, AtomicReference::get)
        .description(
            "The share of the budget that is spent or reserved, as this worker last saw it")
        .tags("budget", window.label(), "period", window.period().label())
        .register(registry);
    return value;
  }

  /** A budget reached the warning threshold. */
  void warned(Window window) {
    Counter.builder("onceflow.budget.warnings")
        .description("Budgets that reached the warning threshold, once in their day or month")
        .tags("budget", window.label(), "period", window.period().label())
        .register(registry)
        .increment();
  }

  /**
   * A call was not let through.
   *
   * @param how {@code waits} or {@code refused}
   */
  void turnedAway(Window window, String how) {
    Counter.builder("onceflow.budget.turned.away")
        .description("Calls that were not made for want of budget")
        .tags("budget", window.label(), "period", window.period().label(), "how", how)
        .register(registry)
        .increment();
  }
}
