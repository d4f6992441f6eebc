package io.onceflow.aggregator.state;

import java.time.Instant;
import java.util.UUID;

/** Bounds of UUIDv7 ids by the time at which they were made. */
public final class IdRange {
  private IdRange() {}

  /** No id that was made at or after the moment is below this one; none made before is above. */
  public static UUID lowest(Instant moment) {
    return new UUID(moment.toEpochMilli() << 16, 0);
  }
}
