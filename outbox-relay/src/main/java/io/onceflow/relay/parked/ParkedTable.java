package io.onceflow.relay.parked;

import io.onceflow.relay.source.OutboxSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** The table {@code outbox_parked} of one outbox. */
final class ParkedTable {
  private final String outbox;
  private final String park;
  private final String ofShards;
  private final String newest;
  private final String release;
  private final String discard;

  ParkedTable(OutboxSource source) {
    this.outbox = source.name();
    // Safe under concurrency: a row is parked once, whichever relay was the first.
    this.park =
        source.sql(
            """
            insert into %s.outbox_parked (row_id, key, shard, code, reason, topic)
            values (?, ?, ?, ?, ?, ?) on conflict (row_id) do nothing
            """);
    // Safe under concurrency: ids are never used again, so an entry whose row is gone stays void.
    this.ofShards =
        source.sql(
            """
            with void as (
              delete from %s.outbox_parked p where p.shard = any(?)
              and not exists (select from %s.outbox o where o.id = p.row_id))
            select p.row_id, p.key, p.code, p.reason, p.topic, p.parked_at
            from %s.outbox_parked p join %s.outbox o on o.id = p.row_id where p.shard = any(?)
            """);
    // Reads only.
    this.newest =
        source.sql(
            """
            select row_id, key, code, reason, topic, parked_at from %s.outbox_parked
            order by row_id desc limit ?
            """);
    // Safe under concurrency: the relay notices that the entry is gone and tries the row again.
    this.release = source.sql("delete from %s.outbox_parked where row_id = ?");
    // Safe under concurrency: the row goes only while it is parked, that is while no relay sends
    // it.
    this.discard =
        source.sql(
            """
            with parked as (delete from %s.outbox_parked where row_id = ? returning row_id)
            delete from %s.outbox o using parked where o.id = parked.row_id
            """);
  }

  void park(Connection connection, long id, UUID key, int shard, Refusal refusal)
      throws SQLException {
    try (var statement = connection.prepareStatement(park)) {
      statement.setLong(1, id);
      statement.setObject(2, key);
      statement.setInt(3, shard);
      statement.setString(4, refusal.code());
      statement.setString(5, refusal.reason());
      statement.setString(6, refusal.topic());
      statement.executeUpdate();
    }
  }

  List<ParkedRow> ofShards(Connection connection, Short[] shards) throws SQLException {
    try (var statement = connection.prepareStatement(ofShards)) {
      var array = connection.createArrayOf("int2", shards);
      statement.setArray(1, array);
      statement.setArray(2, array);
      return rows(statement);
    }
  }

  List<ParkedRow> newest(Connection connection, int most) throws SQLException {
    try (var statement = connection.prepareStatement(newest)) {
      statement.setInt(1, most);
      return rows(statement);
    }
  }

  /** Whether there was such a row. */
  boolean release(Connection connection, long id) throws SQLException {
    return changed(connection, release, id);
  }

  /** Whether there was such a row. */
  boolean discard(Connection connection, long id) throws SQLException {
    return changed(connection, discard, id);
  }

  private static boolean changed(Connection connection, String sql, long id) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setLong(1, id);
      return statement.executeUpdate() > 0;
    }
  }

  private List<ParkedRow> rows(PreparedStatement statement) throws SQLException {
    var rows = new ArrayList<ParkedRow>();
    try (var result = statement.executeQuery()) {
      while (result.next()) {
        rows.add(row(result));
      }
    }
    return rows;
  }

  private ParkedRow row(ResultSet result) throws SQLException {
    return new ParkedRow(
        outbox,
        result.getLong("row_id"),
        Objects.requireNonNull(result.getObject("key", UUID.class)),
        new Refusal(
            Objects.requireNonNull(result.getString("code")),
            Objects.requireNonNull(result.getString("reason")),
            result.getString("topic")),
        Objects.requireNonNull(result.getTimestamp("parked_at")).toInstant());
  }
}
