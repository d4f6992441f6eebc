package io.onceflow.worker.govern.rate;

import io.onceflow.worker.govern.rate.FleetPace.Turn;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a worker goes by while Redis is away: it heeds the quiet that it was told itself, and where
 * the fleet's pace is limited it keeps to the share of it that it had. Thread-safe.
 */
final class OwnPace {
  /** Over how long a time the share is measured. */
  private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LongSupplier nanoTime;
  private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

  OwnPace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A call got its turn from the fleet. */
  void given(Permit permit) {
    lane(permit).count(nanoTime.getAsLong());
  }

  /** The fleet's pace is limited. */
  void limited(Permit permit) {
    lane(permit).limited = true;
  }

  /** Nobody is to call for a while. */
  void quiet(Permit permit, Duration time) {
    lane(permit).quiet(nanoTime.getAsLong() + time.toNanos());
  }

  /** A turn without the fleet. */
  Turn enter(Permit permit, Duration patience) {
    return lane(permit).enter(nanoTime.getAsLong(), patience.toNanos());
  }

  private Lane lane(Permit permit) {
    return lanes.computeIfAbsent(permit.lane(), _ -> new Lane(nanoTime.getAsLong()));
  }

  private static final class Lane {
    private volatile boolean limited;
    private long since;
    private int given;
    private double perNano;
    private long quietUntil;
    private long next;

    Lane(long now) {
      since = now;
      quietUntil = now;
      next = now;
    }

    synchronized void count(long now) {
      given++;
      if (now - since > SPAN_NANOS) {
        perNano = (double) given / (now - since);
        since = now;
        given = 0;
      }
    }

    synchronized void quiet(long until) {
      quietUntil = Math.max(quietUntil, until);
    }

    synchronized Turn enter(long now, long patience) {
      var turn = Math.max(now, quietUntil);
      var apart = limited ? Math.round(1 / share(now)) : 0;
      if (apart > 0) {
        turn = Math.max(turn, next);
      }
      var given = turn - now <= patience;
      if (given) {
        next = turn + apart;
      }
      return new Turn(given, Duration.ofNanos(turn - now), Duration.ZERO);
    }

    /** Turns a nanosecond, at least one in the span. */
    private double share(long now) {
      var least = 1.0 / SPAN_NANOS;
      var current = perNano > 0 ? perNano : (double) given / Math.max(now - since, 1);
      return Math.max(least, current);
    }
  }
}
