package io.onceflow.relay.publish;

import io.onceflow.relay.shard.HeldShards;
import io.onceflow.relay.source.OutboxSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/** Deletes the rows that are done with. */
final class AcknowledgedRows {
  private final String delete;

  AcknowledgedRows(OutboxSource source) {
    // Safe under concurrency: exact ids, and only in shards whose epoch is still the one under
    // which they were read. (A take-over between check and delete does no harm: what is deleted was
    // acknowledged, so its new owner has the less to repeat.)
    this.delete =
        source.sql(
            """
            delete from %s.outbox where id = any(?) and shard = any(array(
              select s.shard from %s.outbox_shard s
              join unnest(?::int2[], ?::int8[]) held(shard, epoch) using (shard, epoch)))
            """);
  }

  int delete(Connection connection, Collection<Long> ids, HeldShards held) throws SQLException {
    var shards = held.epochs().keySet().toArray(Integer[]::new);
    var epochs = new Long[shards.length];
    for (var i = 0; i < shards.length; i++) {
      epochs[i] = held.epochs().get(shards[i]);
    }
    try (var statement = connection.prepareStatement(delete)) {
      statement.setArray(1, connection.createArrayOf("int8", ids.toArray()));
      statement.setArray(2, connection.createArrayOf("int2", shards));
      statement.setArray(3, connection.createArrayOf("int8", epochs));
      return statement.executeUpdate();
    }
  }
}
