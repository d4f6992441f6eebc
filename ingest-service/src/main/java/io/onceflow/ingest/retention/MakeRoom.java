package io.onceflow.ingest.retention;

import io.onceflow.ingest.commit.IdempotencyKeyTable;
import io.onceflow.payload.PayloadStore;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Keeps the service's tables fit: room ahead, and nothing kept past its time. */
public final class MakeRoom {
  private static final int KEYS_AT_ONCE = 5_000;
  private static final int DOCUMENTS_AT_ONCE = 500;

  private final TaskPartitions partitions;
  private final IdempotencyKeyTable keys;
  private final PayloadStore documents;
  private final RetentionProperties properties;
  private final Clock clock;

  MakeRoom(
      TaskPartitions partitions,
      IdempotencyKeyTable keys,
      PayloadStore documents,
      RetentionProperties properties,
      Clock clock) {
    this.partitions = partitions;
    this.keys = keys;
    this.documents = documents;
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

  /** Drops tasks and forgets keys and documents past their time, these two in small batches. */
  public void behind() {
    partitions.dropBefore(today().minusDays(properties.tasks().toDays()));
    while (keys.deleteExpired(KEYS_AT_ONCE) == KEYS_AT_ONCE) {
      // a full batch means that there may be more
    }
    var unusedSince = today().minusDays(properties.documents().toDays());
    while (documents.deleteUnusedSince(unusedSince, DOCUMENTS_AT_ONCE) == DOCUMENTS_AT_ONCE) {
      // as above
    }
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
