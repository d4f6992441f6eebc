package io.onceflow.relay.loop;

import io.onceflow.relay.loop.RelayStatus.WaitingForTables;
import io.onceflow.relay.send.TopicSender;
import io.onceflow.relay.shard.LeaseKeeper;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What drains one outbox: the loop, the keeper of its leases and the census, each on a thread. */
final class Relay {
  private final String name;
  private final RelayLoop loop;
  private final LeaseKeeper keeper;
  private final OutboxCensus census;
  private final TopicSender sender;
  private final Thread thread;
  private final ScheduledExecutorService counting;

  Relay(String name, RelayLoop loop, LeaseKeeper keeper, OutboxCensus census, TopicSender sender) {
    this.name = name;
    this.loop = loop;
    this.keeper = keeper;
    this.census = census;
    this.sender = sender;
    this.thread = Thread.ofPlatform().name("relay-" + name).unstarted(loop);
    this.counting =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("census-" + name).factory());
  }

  String name() {
    return name;
  }

  RelayStatus status() {
    return keeper.waitsForTables() ? new WaitingForTables() : loop.status();
  }

  void start() {
    keeper.start();
    thread.start();
    counting.execute(this::count);
  }

  /** Asks for the end; {@link #awaitStop} waits for it. */
  void stop() {
    counting.shutdownNow();
    loop.stop();
  }

  /** Returns when nothing is sent any more and all shards are handed over. */
  void awaitStop() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sender.close();
    keeper.stop();
  }

  private void count() {
    var pause = census.take();
    if (!counting.isShutdown()) {
      var _ = counting.schedule(this::count, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
