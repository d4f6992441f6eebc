package io.onceflow.relay.parked;

import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.topic.KafkaTopics;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The parked rows of the shards that this instance drains: later rows of their keys wait. For one
 * thread; what others change in the table is seen with {@link #refresh}.
 */
public final class ParkedRows {
  private final ParkedTable table;
  private final KafkaTopics topics;
  private final Map<Long, UUID> keysById = new HashMap<>();
  private Set<UUID> keys = new HashSet<>();

  public ParkedRows(OutboxSource source, KafkaTopics topics) {
    this.table = new ParkedTable(source);
    this.topics = topics;
  }

  /** Whether rows of the key have to wait. */
  public boolean holds(UUID key) {
    return !keys.isEmpty() && keys.contains(key);
  }

  /** Parks a row. */
  public void park(Connection connection, long id, UUID key, int shard, Refusal refusal)
      throws SQLException {
    table.park(connection, id, key, shard, refusal);
    keysById.put(id, key);
    keys.add(key);
  }

  /**
   * Reads the table again, and releases what waits for a topic that has come.
   *
   * @return whether a row was released or given up, so that waiting rows have to be read again
   */
  public boolean refresh(Connection connection, Short[] shards) throws SQLException {
    var before = Set.copyOf(keysById.keySet());
    keysById.clear();
    var parked = table.ofShards(connection, shards);
    if (parked.stream().anyMatch(row -> row.refusal().topic() != null)) {
      topics.refresh();
    }
    for (var row : parked) {
      var topic = row.refusal().topic();
      if (topic != null && topics.limit(topic).isPresent()) {
        table.release(connection, row.id());
      } else {
        keysById.put(row.id(), row.key());
      }
    }
    keys = new HashSet<>(keysById.values());
    return !keysById.keySet().containsAll(before);
  }
}
