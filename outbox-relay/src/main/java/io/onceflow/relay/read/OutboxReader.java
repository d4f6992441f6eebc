package io.onceflow.relay.read;

import io.onceflow.relay.source.OutboxSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Objects;
import java.util.UUID;

/**
 * Reads an outbox page by page, each row once, without ever starting at the table's head, where
 * dead rows pile up.
 *
 * <p>What has been read is told by two things: a cursor, and the snapshot of the last read. Every
 * row up to the cursor that this snapshot could see has been read. Rows up to the cursor that it
 * could not see belong to transactions that were in progress, or had not begun; the next read asks
 * for exactly these beside the rows past the cursor. So a late commit is found by the first read
 * after it, be it minutes late; what has to be remembered is one id for each transaction in
 * progress, whether or not ids were rolled back; and since all is one statement, and so one
 * snapshot, a row never comes before one that its owner committed earlier for the same key.
 */
public final class OutboxReader {
  private final String read;
  private long cursor;
  private Snapshot seen = Snapshot.COMPLETE;

  public OutboxReader(OutboxSource source) {
    // Safe under concurrency: reads only, and one snapshot serves all parts. "id + 0" and the lack
    // of an order keep the late rows on the index of xid. Rows of others' shards come without their
    // contents, to move the cursor over them. The running total cuts a page that would be too big.
    this.read =
        source.sql(
            """
            select s.snapshot, r.* from (select pg_current_snapshot()::text as snapshot offset 0) s
            left join lateral (
              select id, shard, mine, total,
                case when mine then key end as key,
                case when mine then messages end as messages,
                case when mine then tail end as tail,
                traceparent, expires_at <= clock_timestamp() as expired,
                extract(epoch from clock_timestamp() - created_at)::float8 as age
              from (
                select *, sum(size) over (order by id rows unbounded preceding) as total
                from (
                  select *, shard = any(?) as mine, case when shard = any(?)
                    then octet_length(messages) + coalesce(octet_length(tail), 0) else 0 end as size
                  from (
                    (select * from %s.outbox where id > ? order by id limit ?)
                    union all
                    (select * from %s.outbox where xid = any(?::text::xid8[]) and id + 0 <= ?)
                    union all
                    (select * from %s.outbox where xid >= ?::text::xid8 and id + 0 <= ?)
                  ) every
                  order by id limit ?
                ) sized
              ) counted
              where total - size <= ?
            ) r on true
            order by r.id
            """);
  }

  /** Forgets what was read, so that the next page starts with the first row there is. */
  public void startOver() {
    cursor = 0;
    seen = Snapshot.COMPLETE;
  }

  /**
   * Reads on.
   *
   * @param shards whose rows are wanted
   * @param mostRows of all shards
   * @param mostBytes of the rows wanted; a single row may be larger
   */
  public Page read(Connection connection, Short[] shards, int mostRows, long mostBytes)
      throws SQLException {
    try (var statement = connection.prepareStatement(read)) {
      var wanted = connection.createArrayOf("int2", shards);
      statement.setArray(1, wanted);
      statement.setArray(2, wanted);
      statement.setLong(3, cursor);
      statement.setInt(4, mostRows);
      statement.setString(5, seen.inProgress());
      statement.setLong(6, cursor);
      statement.setString(7, seen.next());
      statement.setLong(8, cursor);
      statement.setInt(9, mostRows);
      statement.setLong(10, mostBytes);
      try (var result = statement.executeQuery()) {
        return page(result, mostRows, mostBytes);
      }
    }
  }

  private Page page(ResultSet result, int mostRows, long mostBytes) throws SQLException {
    var rows = new ArrayList<PendingRow>();
    var snapshot = Snapshot.COMPLETE;
    var read = 0;
    var bytes = 0L;
    var last = 0L;
    while (result.next()) {
      if (read == 0) {
        snapshot = Snapshot.parse(Objects.requireNonNull(result.getString("snapshot")));
      }
      var id = result.getLong("id");
      if (result.wasNull()) {
        break;
      }
      read++;
      last = id;
      bytes = result.getLong("total");
      if (result.getBoolean("mine")) {
        rows.add(row(result, id));
      }
    }
    var more = read == mostRows || bytes > mostBytes;
    // Cut short, the page vouches for the rows up to its last alone, which may lie before the
    // cursor when a great many came late.
    cursor = more ? last : Math.max(cursor, last);
    seen = snapshot;
    return new Page(rows, more);
  }

  private static PendingRow row(ResultSet result, long id) throws SQLException {
    return new PendingRow(
        id,
        result.getInt("shard"),
        Objects.requireNonNull(result.getObject("key", UUID.class)),
        Objects.requireNonNull(result.getString("messages")),
        result.getBytes("tail"),
        result.getString("traceparent"),
        result.getBoolean("expired"),
        result.getDouble("age"));
  }
}
