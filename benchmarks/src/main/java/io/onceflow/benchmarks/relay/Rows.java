package io.onceflow.benchmarks.relay;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The rows of one measurement, by number: when each was committed, and when a consumer first had
 * it. Taken by any number of threads.
 */
final class Rows {
  private static final int DIGITS = 12;
  private static final long LOOK_NANOS = 200_000;

  private final long first;
  private final AtomicLongArray committedAt;
  private final AtomicLongArray receivedAt;
  private final AtomicInteger received = new AtomicInteger();
  private final AtomicLong lastReceivedAt = new AtomicLong();

  /**
   * @param first number
   */
  Rows(long first, int count) {
    this.first = first;
    this.committedAt = new AtomicLongArray(count);
    this.receivedAt = new AtomicLongArray(count);
  }

  int count() {
    return committedAt.length();
  }

  /** The number of the row at an index. */
  long number(int index) {
    return first + index;
  }

  /** The value of a row: its number, and what makes up the size. */
  static String value(long number, int bytes) {
    var value = new char[Math.max(bytes, DIGITS)];
    Arrays.fill(value, 'x');
    var digits = String.format("%0" + DIGITS + "d", number);
    digits.getChars(0, DIGITS, value, 0);
    return new String(value);
  }

  /** The number that {@link #value} wrote, or -1 if it did not write this. */
  static long numberOf(byte[] value) {
    var number = 0L;
    for (var i = 0; i < DIGITS; i++) {
      if (i >= value.length || value[i] < '0' || value[i] > '9') {
        return -1;
      }
      number = 10 * number + value[i] - '0';
    }
    return number;
  }

  void committed(int index, long at) {
    committedAt.set(index, at);
  }

  /** Notes the first sighting of a row; those of other measurements are ignored. */
  void received(long number, long at) {
    var index = number - first;
    if (index >= 0 && index < count() && receivedAt.compareAndSet((int) index, 0, at)) {
      lastReceivedAt.accumulateAndGet(at, Math::max);
      received.incrementAndGet();
    }
  }

  /** Returns when every row was received. */
  void awaitAll(long patienceNanos) {
    var end = System.nanoTime() + patienceNanos;
    while (received.get() < count()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(
            "only %d of %d rows have arrived".formatted(received.get(), count()));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  long lastReceivedAt() {
    return lastReceivedAt.get();
  }

  /** Nanoseconds from the return of the row's commit to its first sighting. */
  long latency(int index) {
    return Math.max(0, receivedAt.get(index) - committedAt.get(index));
  }
}
