package io.onceflow.outbox;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.UUID;

/**
 * Rows as one SQL array a column, for {@code unnest}: any number of rows is one statement. Public
 * for owners who insert in the same statement that changes their own tables.
 *
 * @param keys uuid[]
 * @param shards int2[]
 * @param messages text[], see {@link MessagesColumn}
 * @param tails bytea[]
 * @param traceparents text[]
 * @param expiries timestamptz[]
 */
public record OutboxColumns(
    Array keys, Array shards, Array messages, Array tails, Array traceparents, Array expiries) {

  /** The arrays of the given rows, which live as long as the connection. */
  public static OutboxColumns of(Connection connection, List<OutboxRow> rows) throws SQLException {
    var size = rows.size();
    var keys = new UUID[size];
    var shards = new Short[size];
    var messages = new String[size];
    var tails = new byte[size][];
    var traceparents = new String[size];
    var expiries = new Timestamp[size];
    for (var i = 0; i < size; i++) {
      var row = rows.get(i);
      keys[i] = row.key().value();
      shards[i] = (short) OutboxRow.shardOf(row.key());
      messages[i] = MessagesColumn.write(row.messages());
      tails[i] = row.tail() == null ? null : row.tail().getBytes(StandardCharsets.UTF_8);
      traceparents[i] = row.traceparent();
      expiries[i] = row.expiresAt() == null ? null : Timestamp.from(row.expiresAt());
    }
    return new OutboxColumns(
        connection.createArrayOf("uuid", keys),
        connection.createArrayOf("int2", shards),
        connection.createArrayOf("text", messages),
        connection.createArrayOf("bytea", tails),
        connection.createArrayOf("text", traceparents),
        connection.createArrayOf("timestamptz", expiries));
  }
}
