package io.onceflow.aggregator.notify;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what was told of tasks, by channel and outcome. */
public final class NotifyMetrics {
  private final MeterRegistry registry;

  NotifyMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * The counter of a channel's outcome.
   *
   * @param channel {@code websocket}, {@code sse}, {@code webhook}
   * @param outcome {@code sent}, {@code failed}, {@code refused}
   */
  public Counter notifications(String channel, String outcome) {
    return Counter.builder("onceflow.notifications")
        .description("Snapshots sent to those who watch tasks")
        .tag("channel", channel)
        .tag("outcome", outcome)
        .register(registry);
  }
}
