package io.onceflow.aggregator.sockets;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.notify.NotifyMetrics;
import java.util.function.Supplier;

/** Counts connections and what is sent through them. */
final class SocketMetrics {
  private final MeterRegistry registry;
  private final Counter sent;
  private final Counter failed;
  private final Counter tooSlow;

  SocketMetrics(MeterRegistry registry, NotifyMetrics notifications) {
    this.registry = registry;
    this.sent = notifications.notifications("websocket", "sent");
    this.failed = notifications.notifications("websocket", "failed");
    this.tooSlow = notifications.notifications("websocket", "too-slow");
  }

  void sessions(Supplier<Number> count) {
    Gauge.builder("onceflow.websocket.sessions", count)
        .description("Open WebSocket connections")
        .register(registry);
  }

  void sent() {
    sent.increment();
  }

  void failed() {
    failed.increment();
  }

  void tooSlow() {
    tooSlow.increment();
  }
}
