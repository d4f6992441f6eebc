package io.onceflow.relay.shard;

import io.onceflow.relay.source.OutboxSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The tables {@code outbox_shard} and {@code outbox_relay}. All times are the database's, so the
 * clocks of relay machines do not matter.
 */
final class ShardTable {
  private final String announceAndRenew;
  private final String take;
  private final String release;
  private final String forget;
  private final String forgetDead;

  ShardTable(OutboxSource source) {
    // Safe under concurrency: an instance writes its own row, and renews only what still names it
    // as the owner; a shard that another has taken meanwhile is not among the answers. What it says
    // of the others is as of its beginning; the next look corrects that.
    this.announceAndRenew =
        source.sql(
            """
            with alive as (
              insert into %s.outbox_relay (instance, expires_at)
              values (?, clock_timestamp() + make_interval(secs => ?))
              on conflict (instance) do update set expires_at = excluded.expires_at
            ), renewed as (
              update %s.outbox_shard set expires_at = clock_timestamp() + make_interval(secs => ?)
              where owner = ? returning shard, epoch
            ), others as (
              select (select count(*) from %s.outbox_relay
                      where expires_at > clock_timestamp() and instance <> ?) as instances,
                     (select count(*) from %s.outbox_shard
                      where expires_at <= clock_timestamp() and owner is distinct from ?) as free
            )
            select others.instances, others.free, renewed.shard, renewed.epoch
            from others left join renewed on true
            """);
    // Safe under concurrency: row locks let one instance have a shard, the others skip it, and the
    // risen epoch tells the former owner's deletes apart.
    this.take =
        source.sql(
            """
            update %s.outbox_shard
            set owner = ?, epoch = epoch + 1, expires_at = clock_timestamp() + make_interval(secs => ?)
            where shard in (
              select shard from %s.outbox_shard where expires_at <= clock_timestamp()
              order by shard limit ? for update skip locked)
            returning shard, epoch
            """);
    // Safe under concurrency: changes nothing that another instance owns.
    this.release =
        source.sql(
            """
            update %s.outbox_shard set owner = null, expires_at = '-infinity'
            where owner = ? and shard = any(?)
            """);
    // Safe under concurrency: the instance's own row.
    this.forget = source.sql("delete from %s.outbox_relay where instance = ?");
    // Safe under concurrency: an instance that wakes up after so long inserts its row anew.
    this.forgetDead =
        source.sql(
            "delete from %s.outbox_relay where expires_at < clock_timestamp() - interval '1 hour'");
  }

  Renewal announceAndRenew(Connection connection, String instance, Duration lease)
      throws SQLException {
    try (var statement = connection.prepareStatement(announceAndRenew)) {
      statement.setString(1, instance);
      statement.setDouble(2, seconds(lease));
      statement.setDouble(3, seconds(lease));
      statement.setString(4, instance);
      statement.setString(5, instance);
      statement.setString(6, instance);
      try (var result = statement.executeQuery()) {
        return renewal(result);
      }
    }
  }

  private static Renewal renewal(ResultSet result) throws SQLException {
    var epochs = new HashMap<Integer, Long>();
    var others = 0;
    var free = 0;
    while (result.next()) {
      others = result.getInt("instances");
      free = result.getInt("free");
      var shard = result.getInt("shard");
      if (!result.wasNull()) {
        epochs.put(shard, result.getLong("epoch"));
      }
    }
    return new Renewal(epochs, others + 1, free);
  }

  Map<Integer, Long> take(Connection connection, String instance, Duration lease, int most)
      throws SQLException {
    try (var statement = connection.prepareStatement(forgetDead)) {
      statement.executeUpdate();
    }
    try (var statement = connection.prepareStatement(take)) {
      statement.setString(1, instance);
      statement.setDouble(2, seconds(lease));
      statement.setInt(3, most);
      return epochs(statement);
    }
  }

  void release(Connection connection, String instance, Collection<Integer> shards)
      throws SQLException {
    try (var statement = connection.prepareStatement(release)) {
      statement.setString(1, instance);
      statement.setArray(2, connection.createArrayOf("int4", shards.toArray()));
      statement.executeUpdate();
    }
  }

  void forget(Connection connection, String instance) throws SQLException {
    try (var statement = connection.prepareStatement(forget)) {
      statement.setString(1, instance);
      statement.executeUpdate();
    }
  }

  private static Map<Integer, Long> epochs(PreparedStatement statement) throws SQLException {
    var epochs = new HashMap<Integer, Long>();
    try (var result = statement.executeQuery()) {
      while (result.next()) {
        epochs.put(result.getInt(1), result.getLong(2));
      }
    }
    return epochs;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  /**
   * What an instance has, and what it sees of the others.
   *
   * @param epochs by shard, of those it has still
   * @param instances alive, this one included
   * @param free shards that nobody drains
   */
  record Renewal(Map<Integer, Long> epochs, int instances, int free) {}
}
