package io.onceflow.relay.publish;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A row whose records were given to the producer. Completed by the producer's thread. */
final class SentRow {
  private final long id;
  private final int shard;
  private final UUID key;
  private final long bytes;
  private final double ageSeconds;
  private final long sentAt = System.nanoTime();
  private final AtomicInteger outstanding;
  private volatile @Nullable Exception failure;
  private volatile long completedAt;

  /**
   * @param records of the row that are outstanding
   * @param bytes of these records
   */
  SentRow(PendingRow row, int records, long bytes) {
    this.id = row.id();
    this.shard = row.shard();
    this.key = row.key();
    this.ageSeconds = row.ageSeconds();
    this.bytes = bytes;
    this.outstanding = new AtomicInteger(records);
  }

  /** One record is done; whether it was the last of the row. */
  boolean completeOne(@Nullable Exception why) {
    if (why != null) {
      failure = why;
    }
    if (outstanding.decrementAndGet() > 0) {
      return false;
    }
    completedAt = System.nanoTime();
    return true;
  }

  /** What the first failed record failed with, if one did. */
  @Nullable Exception failure() {
    return failure;
  }

  long id() {
    return id;
  }

  int shard() {
    return shard;
  }

  UUID key() {
    return key;
  }

  long bytes() {
    return bytes;
  }

  long sentAt() {
    return sentAt;
  }

  /** How old the row was when its last record was acknowledged. */
  double ageSeconds() {
    return ageSeconds + (completedAt - sentAt) / 1e9;
  }
}
