package io.onceflow.aggregator.deadletter;

import java.util.List;
import java.util.UUID;

/**
 * Plans that dead letters are asked again, at a rate. The plan lies in their rows: it goes on after
 * a restart, and a dead letter that is planned is not planned twice.
 */
final class RedriveDeadLetters {
  private static final long MINUTE_MILLIS = 60_000;

  private final DeadLetterTable table;

  RedriveDeadLetters(DeadLetterTable table) {
    this.table = table;
  }

  /** What redriving the dead letters would do. */
  Preview preview(List<UUID> ids) {
    return ids.isEmpty()
        ? new Preview(0, 0, 0)
        : new Preview(ids.size(), table.reusable(ids), table.estimatedCostMicroUsd(ids));
  }

  /**
   * Plans them.
   *
   * @param perMinute how many are asked in a minute
   * @return how many were planned now
   */
  int plan(List<UUID> ids, String by, int perMinute) {
    return ids.isEmpty() ? 0 : table.plan(ids, by, MINUTE_MILLIS / perMinute);
  }

  /**
   * What would be done.
   *
   * @param reusable steps that have a result already and would not be asked
   * @param estimatedCostMicroUsd of the others, by what their steps cost of late
   */
  record Preview(int matched, long reusable, long estimatedCostMicroUsd) {}
}
