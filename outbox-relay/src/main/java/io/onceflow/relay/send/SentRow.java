package io.onceflow.relay.send;

import io.onceflow.relay.read.PendingRow;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A row whose records were given to the producer. Completed by the producer's thread. */
public final class SentRow {
  private final long id;
  private final int shard;
  private final UUID key;
  private final long bytes;
  private final double ageSeconds;
  private final long sentAt = System.nanoTime();
  private final AtomicInteger outstanding;
  private final AtomicReferenceArray<@Nullable TopicPartition> awaited;
  private volatile @Nullable Exception failure;
  private volatile long completedAt;

  /**
   * @param destinations of the row's records, all outstanding
   * @param bytes of these records
   */
  public SentRow(PendingRow row, List<TopicPartition> destinations, long bytes) {
    this.id = row.id();
    this.shard = row.shard();
    this.key = row.key();
    this.ageSeconds = row.ageSeconds();
    this.bytes = bytes;
    this.outstanding = new AtomicInteger(destinations.size());
    this.awaited = new AtomicReferenceArray<>(destinations.toArray(TopicPartition[]::new));
  }

  /** One record is done; whether it was the last of the row. */
  boolean completeOne(int record, @Nullable Exception why) {
    awaited.set(record, null);
    if (why != null) {
      failure = why;
    }
    if (outstanding.decrementAndGet() > 0) {
      return false;
    }
    completedAt = System.nanoTime();
    return true;
  }

  /** The partitions that have not acknowledged their record of the row. */
  List<TopicPartition> silent() {
    var silent = new ArrayList<TopicPartition>();
    for (var i = 0; i < awaited.length(); i++) {
      var partition = awaited.get(i);
      if (partition != null) {
        silent.add(partition);
      }
    }
    return silent;
  }

  /** What the first failed record failed with, if one did. */
  public @Nullable Exception failure() {
    return failure;
  }

  public long id() {
    return id;
  }

  public int shard() {
    return shard;
  }

  public UUID key() {
    return key;
  }

  long bytes() {
    return bytes;
  }

  long sentAt() {
    return sentAt;
  }

  /** How old the row was when its last record was acknowledged. */
  public double ageSeconds() {
    return ageSeconds + (completedAt - sentAt) / 1e9;
  }
}
