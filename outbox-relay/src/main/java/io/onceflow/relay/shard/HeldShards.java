package io.onceflow.relay.shard;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The shards of an outbox that this instance drains at a moment.
 *
 * @param epochs epoch by shard
 * @param leaving those of them that are to be handed over once nothing of them is on its way
 * @param validUntil {@link System#nanoTime()} after which another instance may have taken them
 */
public record HeldShards(Map<Integer, Long> epochs, Set<Integer> leaving, long validUntil) {
  static final HeldShards NONE = new HeldShards(Map.of(), Set.of(), Long.MIN_VALUE);

  public HeldShards {
    epochs = Map.copyOf(epochs);
    leaving = Set.copyOf(leaving);
  }

  /** Epoch by shard, of the shards whose rows may be read and sent. */
  public Map<Integer, Long> draining() {
    if (leaving.isEmpty()) {
      return epochs;
    }
    var draining = new HashMap<>(epochs);
    draining.keySet().removeAll(leaving);
    return draining;
  }

  /** The shards whose rows may be read and sent, for SQL. */
  public Short[] drained() {
    return draining().keySet().stream().map(Integer::shortValue).toArray(Short[]::new);
  }

  /** Whether the leases may have run out. */
  public boolean lapsed() {
    return epochs.isEmpty() || System.nanoTime() - validUntil > 0;
  }
}
