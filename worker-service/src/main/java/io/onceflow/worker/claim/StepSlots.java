package io.onceflow.worker.claim;

import io.onceflow.model.Lane;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The slots of one step in this process. Some are kept for the high lane. A free slot goes to the
 * most urgent lane that waits, except that a lane which has waited for longer than the ageing goes
 * first, so that none starves. A tenant gets no more than its share.
 *
 * <p>Thread-safe.
 */
final class StepSlots {
  /** What became of a wish for a slot. */
  enum Grant {
    GIVEN,
    NONE_FREE,
    /** There may be free slots, but the tenant has its share of them. */
    OVER_SHARE
  }

  private final int size;
  private final int highReserve;
  private final int tenantLimit;
  private final long ageingNanos;
  private final Runnable whenFreed;
  private final Map<String, Integer> usedByTenant = new HashMap<>();
  private final Map<Lane, Long> waitingSince = new EnumMap<>(Lane.class);
  private int used;

  /**
   * @param size calls at once
   * @param whenFreed called without a lock whenever a slot has become free
   */
  StepSlots(int size, ClaimProperties properties, Runnable whenFreed) {
    this.size = size;
    this.highReserve =
        size < 2 || properties.highReserve() == 0
            ? 0
            : Math.clamp(Math.round(size * properties.highReserve()), 1, size - 1);
    this.tenantLimit = (int) Math.max(1, Math.floor(size * properties.tenantShare()));
    this.ageingNanos = properties.ageing().toNanos();
    this.whenFreed = whenFreed;
  }

  /**
   * Asks for a slot.
   *
   * @param nowNanos of {@link System#nanoTime}
   */
  synchronized Grant take(Lane lane, String tenant, long nowNanos) {
    if (usedByTenant.getOrDefault(tenant, 0) >= tenantLimit && tenantLimit < size) {
      return Grant.OVER_SHARE;
    }
    if (size - used <= keptFromLane(lane, nowNanos)) {
      waitingSince.putIfAbsent(lane, nowNanos);
      return Grant.NONE_FREE;
    }
    waitingSince.remove(lane);
    used++;
    usedByTenant.merge(tenant, 1, Integer::sum);
    return Grant.GIVEN;
  }

  /** A lane has nothing to ask for any more. */
  synchronized void waitsNoMore(Lane lane) {
    waitingSince.remove(lane);
  }

  /** Gives a slot back. */
  void release(String tenant) {
    synchronized (this) {
      used--;
      usedByTenant.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
    }
    whenFreed.run();
  }

  synchronized int used() {
    return used;
  }

  /** How many of the free slots are not for this lane. */
  private int keptFromLane(Lane lane, long nowNanos) {
    if (isOverdue(lane, nowNanos)) {
      return 0;
    }
    var kept = lane == Lane.HIGH ? 0 : highReserve;
    for (var other : waitingSince.keySet()) {
      var goesFirst = isOverdue(other, nowNanos) || other.compareTo(lane) < 0;
      if (other != lane && goesFirst) {
        kept++;
      }
    }
    return kept;
  }

  private boolean isOverdue(Lane lane, long nowNanos) {
    var since = waitingSince.get(lane);
    return since != null && nowNanos - since > ageingNanos;
  }
}
