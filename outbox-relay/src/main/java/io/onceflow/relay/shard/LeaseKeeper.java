package io.onceflow.relay.shard;

import io.onceflow.relay.source.OutboxSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the leases of one outbox, on a thread that nothing else can hold up. */
public final class LeaseKeeper {
  private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

  /** SQL states of a schema or a table that is not there. */
  private static final String NO_SCHEMA = "3F000";

  private static final String NO_TABLE = "42P01";

  private final OutboxSource source;
  private final ShardLeases leases;
  private final Duration interval;
  private final Runnable onChange;
  private final ScheduledExecutorService scheduler;
  private volatile boolean waitingForTables;

  /**
   * @param lease renewed ten times within
   * @param onChange called when the shards held have changed
   */
  public LeaseKeeper(OutboxSource source, ShardLeases leases, Duration lease, Runnable onChange) {
    this.source = source;
    this.leases = leases;
    this.interval = lease.dividedBy(10);
    this.onChange = onChange;
    this.scheduler =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("leases-" + source.name()).factory());
  }

  /** Whether the owner of the outbox has not made its tables yet. */
  public boolean waitsForTables() {
    return waitingForTables;
  }

  public void start() {
    var _ =
        scheduler.scheduleWithFixedDelay(this::keep, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Hands all shards over. */
  public void stop() {
    scheduler.shutdownNow();
    try {
      leases.leave();
    } catch (SQLException e) {
      log.warn(
          "The shards of outbox {} are taken over when their leases end: {}",
          source.name(),
          e.getMessage());
    }
  }

  private void keep() {
    var before = leases.held();
    try {
      leases.keep();
      waitingForTables = false;
      tellChange(before, leases.held());
    } catch (SQLException e) {
      if (NO_SCHEMA.equals(e.getSQLState()) || NO_TABLE.equals(e.getSQLState())) {
        waitForTables();
      } else {
        log.debug("The leases of outbox {} could not be renewed", source.name(), e);
      }
    } catch (RuntimeException e) {
      // an exception that left this method would end the schedule
      log.error("The leases of outbox {} could not be renewed", source.name(), e);
    }
  }

  private void waitForTables() {
    if (!waitingForTables) {
      log.info(
          "Outbox {} waits for its owner to make the tables of schema {}",
          source.name(),
          source.schema());
    }
    waitingForTables = true;
  }

  private void tellChange(HeldShards before, HeldShards now) {
    if (before.draining().equals(now.draining())) {
      return;
    }
    log.info("Draining shards {} of outbox {}", now.draining().keySet(), source.name());
    onChange.run();
  }
}
