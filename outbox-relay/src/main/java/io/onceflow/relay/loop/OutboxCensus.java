package io.onceflow.relay.loop;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.relay.shard.ShardLeases;
import io.onceflow.relay.source.OutboxSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the waiting rows of the shards that this instance drains, so that the figures of all
 * instances add up. Counting reads every row, so it is done the more seldom the longer it takes.
 */
final class OutboxCensus {
  private static final Logger log = LoggerFactory.getLogger(OutboxCensus.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(5);
  private static final int PAUSE_PER_WORK = 100;

  private final OutboxSource source;
  private final ShardLeases leases;
  private final String count;
  private volatile Figures figures = new Figures(0, 0, 0);

  OutboxCensus(OutboxSource source, ShardLeases leases, MeterRegistry registry) {
    this.source = source;
    this.leases = leases;
    // Reads only. Parked rows, and those that wait behind them, count as pending too.
    this.count =
        source.sql(
            """
            select count(*),
                   coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8,
                   (select count(*) from %s.outbox_parked where shard = any(?))
            from %s.outbox where shard = any(?)
            """);
    gauge(registry, "onceflow.outbox.pending", "Rows not yet published", Figures::pending);
    gauge(
        registry,
        "onceflow.outbox.oldest.age.seconds",
        "Age of the oldest row not yet published",
        Figures::oldestAgeSeconds);
    gauge(registry, "onceflow.outbox.parked", "Rows parked for an operator", Figures::parked);
    Gauge.builder("onceflow.outbox.shards", leases, held -> held.held().draining().size())
        .description("Shards that this instance drains")
        .tag("outbox", source.name())
        .register(registry);
  }

  /** Counts; how long to wait until the next time. */
  Duration take() {
    var began = System.nanoTime();
    var shards = leases.held().drained();
    if (shards.length == 0) {
      figures = new Figures(0, 0, 0);
      return SHORTEST_PAUSE;
    }
    try (var connection = source.connection();
        var statement = connection.prepareStatement(count)) {
      var array = connection.createArrayOf("int2", shards);
      statement.setArray(1, array);
      statement.setArray(2, array);
      try (var result = statement.executeQuery()) {
        result.next();
        figures = new Figures(result.getLong(1), result.getDouble(2), result.getLong(3));
      }
    } catch (SQLException e) {
      log.debug("The rows of outbox {} could not be counted", source.name(), e);
    }
    var pause = Duration.ofNanos((System.nanoTime() - began) * PAUSE_PER_WORK);
    return pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
  }

  private void gauge(
      MeterRegistry registry, String name, String description, ToDoubleFunction<Figures> figure) {
    Gauge.builder(name, this, census -> figure.applyAsDouble(census.figures))
        .description(description)
        .tag("outbox", source.name())
        .register(registry);
  }

  private record Figures(long pending, double oldestAgeSeconds, long parked) {}
}
