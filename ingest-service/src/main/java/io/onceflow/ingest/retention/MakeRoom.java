package io.onceflow.ingest.retention;

import io.onceflow.ingest.commit.IdempotencyKeyTable;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Keeps the service's tables fit: room ahead, and nothing kept past its time. */
public final class MakeRoom {
  private static final int KEYS_AT_ONCE = 5_000;

  private final TaskPartitions partitions;
  private final IdempotencyKeyTable keys;
  private final RetentionProperties properties;
  private final Clock clock;

  MakeRoom(
      TaskPartitions partitions,
      IdempotencyKeyTable keys,
      RetentionProperties properties,
      Clock clock) {
    this.partitions = partitions;
    this.keys = keys;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * Makes the partitions of today and the days ahead; yesterday's too, for clocks that disagree.
   */
  public void ahead() {
    var today = today();
    partitions.create(today.minusDays(1), today.plusDays(properties.ahead().toDays()));
  }

  /** Drops tasks and forgets keys past their time, the keys in small batches. */
  public void behind() {
    partitions.dropBefore(today().minusDays(properties.tasks().toDays()));
    while (keys.deleteExpired(KEYS_AT_ONCE) == KEYS_AT_ONCE) {
      // a full batch means that there may be more
    }
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
