package io.onceflow.relay.loop;

import io.onceflow.relay.loop.RelayStatus.Draining;
import io.onceflow.relay.loop.RelayStatus.InTrouble;
import io.onceflow.relay.loop.RelayStatus.WaitingForTables;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/** The relays of all outboxes: started and stopped with the process. */
final class Relays implements SmartLifecycle, HealthIndicator {
  private final List<Relay> relays;
  private volatile boolean running;

  Relays(List<Relay> relays) {
    this.relays = List.copyOf(relays);
  }

  @Override
  public void start() {
    relays.forEach(Relay::start);
    running = true;
  }

  /** Hands all shards over to the other instances. */
  @Override
  public void stop() {
    relays.forEach(Relay::stop);
    relays.forEach(Relay::awaitStop);
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Down while an outbox is in trouble; waiting for an owner's tables is none. */
  @Override
  public Health health() {
    var health = Health.up();
    for (var relay : relays) {
      switch (relay.status()) {
        case Draining() -> health.withDetail(relay.name(), "draining");
        case WaitingForTables() -> health.withDetail(relay.name(), "waits for its tables");
        case InTrouble(var why) -> health.down().withDetail(relay.name(), why);
      }
    }
    return health.build();
  }
}
