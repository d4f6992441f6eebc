package io.onceflow.relay.shard;

import io.onceflow.outbox.OutboxRow;
import io.onceflow.relay.source.OutboxSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The share that this instance has in the shards of one outbox: renewed while it lives, taken over
 * by others within the lease when it does not.
 *
 * <p>Instances share evenly: each takes free shards up to its share and hands over what exceeds it.
 * A shard is released only when nothing of it is on its way, so a hand-over publishes nothing
 * twice.
 */
public final class ShardLeases {
  private final OutboxSource source;
  private final ShardTable table;
  private final String instance;
  private final Duration lease;
  private volatile HeldShards held = HeldShards.NONE;

  /**
   * @param instance unique among all instances that ever run
   * @param lease after which a silent instance loses its shards
   */
  public ShardLeases(OutboxSource source, String instance, Duration lease) {
    this.source = source;
    this.table = new ShardTable(source);
    this.instance = instance;
    this.lease = lease;
  }

  /** What this instance drains now. */
  public HeldShards held() {
    return held;
  }

  /**
   * Renews the leases and adjusts them to the number of instances; to be called several times
   * within a lease.
   *
   * @throws SQLException if the database does not answer; leases stay until they lapse
   */
  public synchronized void keep() throws SQLException {
    var asked = System.nanoTime();
    try (var connection = source.connection()) {
      var renewal = table.announceAndRenew(connection, instance, lease);
      var epochs = new HashMap<>(renewal.epochs());
      var share = Math.ceilDiv(OutboxRow.SHARDS, renewal.instances());
      if (renewal.free() > 0 && epochs.size() < share) {
        epochs.putAll(table.take(connection, instance, lease, share - epochs.size()));
      }
      held = new HeldShards(epochs, beyond(share, epochs), asked + trusted().toNanos());
    }
  }

  /** Gives shards to whoever takes them; nothing of them may be on its way. */
  public synchronized void handOver(Collection<Integer> shards) throws SQLException {
    try (var connection = source.connection()) {
      table.release(connection, instance, shards);
    }
    var kept = new HashMap<>(held.epochs());
    kept.keySet().removeAll(shards);
    var leaving = new HashSet<>(held.leaving());
    leaving.removeAll(shards);
    held = new HeldShards(kept, leaving, held.validUntil());
  }

  /** Gives all shards to the other instances and leaves their number. */
  public synchronized void leave() throws SQLException {
    var last = held;
    held = HeldShards.NONE;
    if (last.equals(HeldShards.NONE)) {
      return;
    }
    try (var connection = source.connection()) {
      table.release(connection, instance, last.epochs().keySet());
      table.forget(connection, instance);
    }
  }

  /** Others count the lease from when the database renewed it; this instance stops earlier. */
  private Duration trusted() {
    return lease.multipliedBy(8).dividedBy(10);
  }

  private static Set<Integer> beyond(int share, Map<Integer, Long> epochs) {
    return epochs.keySet().stream().sorted().skip(share).collect(Collectors.toSet());
  }
}
