package io.onceflow.outbox;

import java.util.List;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/** The outbox of one service. Its owner appends; the relay reads and deletes. */
public final class OutboxTable {
  private final JdbcOperations jdbc;
  private final String append;

  /**
   * @param jdbc of the owner's database
   * @param schema of the owner, which holds the table {@code outbox}
   */
  public OutboxTable(JdbcOperations jdbc, String schema) {
    this.jdbc = jdbc;
    // Safe under concurrency: appends only. Ids are drawn before commit, so they may become
    // visible out of order; the relay remembers the gaps.
    this.append =
        """
        insert into %s.outbox (key, shard, messages, tail, traceparent, expires_at)
        select * from unnest(?::uuid[], ?::int2[], ?::text[], ?::bytea[], ?::text[], ?::timestamptz[])
        """
            .formatted(schema);
  }

  /** Appends rows in the caller's transaction, in one statement, with ids in the list's order. */
  public void append(List<OutboxRow> rows) {
    if (rows.isEmpty()) {
      return;
    }
    jdbc.execute(
        (ConnectionCallback<Integer>)
            connection -> {
              var columns = OutboxColumns.of(connection, rows);
              try (var statement = connection.prepareStatement(append)) {
                statement.setArray(1, columns.keys());
                statement.setArray(2, columns.shards());
                statement.setArray(3, columns.messages());
                statement.setArray(4, columns.tails());
                statement.setArray(5, columns.traceparents());
                statement.setArray(6, columns.expiries());
                return statement.executeUpdate();
              }
            });
  }
}
