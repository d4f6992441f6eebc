package io.onceflow.relay.send;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps partitions that acknowledge nothing (no leader, too few replicas) from stopping the rest:
 * rows for them wait in the outbox, later rows of their keys behind them, and all others flow. For
 * one thread.
 */
public final class SilentPartitions {
  private final int mostKeys;
  private final Set<UUID> waiting = new HashSet<>();
  private Set<TopicPartition> silent = Set.of();

  /**
   * @param mostKeys that may wait before nothing is read any more; bounds the memory
   */
  public SilentPartitions(int mostKeys) {
    this.mostKeys = mostKeys;
  }

  /**
   * Learns which partitions are silent now.
   *
   * @return whether one speaks again that rows wait for, so that they have to be read again
   */
  public boolean follow(Set<TopicPartition> now) {
    var released = !waiting.isEmpty() && !now.containsAll(silent);
    if (released) {
      waiting.clear();
    }
    silent = now;
    return released;
  }

  /** Whether a row has to wait; if so, the later rows of its key wait too. */
  public boolean holds(UUID key, Collection<TopicPartition> destinations) {
    var held = waiting.contains(key) || !Collections.disjoint(silent, destinations);
    if (held) {
      waiting.add(key);
    }
    return held;
  }

  /** Whether so many keys wait that no further row may be read. */
  public boolean isFull() {
    return waiting.size() >= mostKeys;
  }
}
