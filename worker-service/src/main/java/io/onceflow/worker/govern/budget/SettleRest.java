package io.onceflow.worker.govern.budget;

import java.time.Duration;

/**
 * Settles what was reserved for calls whose workers could not: by what the ledger says of them. A
 * call of unknown outcome may have been paid for and counts as its worst case. Every worker may
 * look; a reservation is settled by one of them.
 */
final class SettleRest implements Runnable {
  private static final int BATCH = 200;

  private final BudgetReservationTable reservations;
  private final BudgetCache cache;
  private final Duration age;

  /**
   * @param age from which on nobody else is expected to settle what the ledger calls over
   */
  SettleRest(BudgetReservationTable reservations, BudgetCache cache, Duration age) {
    this.reservations = reservations;
    this.cache = cache;
    this.age = age;
  }

  @Override
  public void run() {
    var found = BATCH;
    while (found == BATCH) {
      var left = reservations.leftBehind(age, BATCH);
      for (var one : left) {
        cache.load(reservations.settle(one.claim(), one.number(), one.cost()));
      }
      found = left.size();
    }
  }
}
