package io.onceflow.worker.slot;

import io.onceflow.model.Lane;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The slots of one step in this process.
 *
 * <p>Between lanes: some slots are kept for the high lane. A free slot goes to the most urgent lane
 * that waits, except that a lane which has waited for longer than the ageing goes first, so that
 * none starves.
 *
 * <p>Between the tenants of a lane: a free slot goes to the one that has the fewest. So a tenant
 * that is alone may use all, and several that wait end up with equal shares, whatever each of them
 * has asked for. The work of a tenant that has its share is sent to wait in the database, because
 * in the topic it would hide the work of others behind it.
 *
 * <p>Thread-safe.
 */
final class StepSlots {
  /** A wish that is not repeated is over: its work was taken by another worker. */
  private static final long WISH_NANOS = Duration.ofSeconds(3).toNanos();

  private record Wish(Asker asker, Lane lane, String tenant) {}

  private record Waiting(long sinceNanos, long askedNanos) {}

  private final int size;
  private final int highReserve;
  private final int tenantLimit;
  private final long ageingNanos;
  private final Map<String, Integer> usedByTenant = new HashMap<>();
  private final Map<Wish, Waiting> wishes = new HashMap<>();
  private final Map<Lane, Long> servedNanos = new EnumMap<>(Lane.class);
  private int used;

  /**
   * @param size calls at once
   */
  StepSlots(int size, SlotProperties properties) {
    this.size = size;
    this.highReserve =
        size < 2 || properties.highReserve() == 0
            ? 0
            : Math.clamp(Math.round(size * properties.highReserve()), 1, size - 1);
    this.tenantLimit = (int) Math.max(1, Math.floor(size * properties.tenantShare()));
    this.ageingNanos = properties.ageing().toNanos();
  }

  /**
   * Asks for a slot.
   *
   * @param nowNanos of {@link System#nanoTime}
   */
  synchronized Grant take(Asker asker, Lane lane, String tenant, long nowNanos) {
    wishes.values().removeIf(waiting -> nowNanos - waiting.askedNanos() > WISH_NANOS);
    var wish = new Wish(asker, lane, tenant);
    if (usedBy(tenant) >= tenantLimit && tenantLimit < size) {
      return Grant.OVER_SHARE;
    }
    if (asker == Asker.TOPIC && wishes.containsKey(new Wish(Asker.QUEUE, lane, tenant))) {
      return Grant.OVER_SHARE; // behind the tenant's earlier work
    }
    var noneFree = size - used <= keptFrom(lane, nowNanos);
    if (noneFree || anyoneWithFewerWaits(lane, tenant)) {
      var grant = noneFree && !hasShare(tenant) ? Grant.NONE_FREE : Grant.OVER_SHARE;
      // what goes from the topic into the queue wishes again from there
      if (asker == Asker.QUEUE || grant == Grant.NONE_FREE) {
        note(wish, nowNanos);
      }
      return grant;
    }
    wishes.remove(wish);
    servedNanos.put(lane, nowNanos);
    used++;
    usedByTenant.merge(tenant, 1, Integer::sum);
    return Grant.GIVEN;
  }

  /** Gives a slot back. */
  synchronized void release(String tenant) {
    used--;
    usedByTenant.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
  }

  private int usedBy(String tenant) {
    return usedByTenant.getOrDefault(tenant, 0);
  }

  private void note(Wish wish, long nowNanos) {
    wishes.merge(
        wish, new Waiting(nowNanos, nowNanos), (old, _) -> new Waiting(old.sinceNanos(), nowNanos));
  }

  /**
   * Whether the tenant would have its share even if one more tenant came: somebody who is not heard
   * of yet may be behind its work in the topic.
   */
  private boolean hasShare(String tenant) {
    return usedBy(tenant) >= Math.max(1, size / (usedByTenant.size() + 1));
  }

  private boolean anyoneWithFewerWaits(Lane lane, String tenant) {
    var mine = usedBy(tenant);
    return wishes.keySet().stream().anyMatch(w -> w.lane() == lane && usedBy(w.tenant()) < mine);
  }

  /** How many of the free slots are not for this lane. */
  private int keptFrom(Lane lane, long nowNanos) {
    if (isOverdue(lane, nowNanos)) {
      return 0;
    }
    var kept = lane == Lane.HIGH ? 0 : highReserve;
    for (var other : Lane.values()) {
      var goesFirst = isOverdue(other, nowNanos) || other.compareTo(lane) < 0;
      if (other != lane && goesFirst && waits(other)) {
        kept++;
      }
    }
    return kept;
  }

  private boolean waits(Lane lane) {
    return wishes.keySet().stream().anyMatch(wish -> wish.lane() == lane);
  }

  /** Each lane that waits gets a slot at least as often as the ageing says. */
  private boolean isOverdue(Lane lane, long nowNanos) {
    var served = servedNanos.get(lane);
    return (served == null || nowNanos - served > ageingNanos)
        && wishes.entrySet().stream()
            .anyMatch(
                wish ->
                    wish.getKey().lane() == lane
                        && nowNanos - wish.getValue().sinceNanos() > ageingNanos);
  }
}
