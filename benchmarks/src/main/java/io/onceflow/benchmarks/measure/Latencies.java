package io.onceflow.benchmarks.measure;

import java.util.Arrays;

/** Latencies in nanoseconds, taken by any number of threads. */
public final class Latencies {
  private static final double NANOS_PER_MILLI = 1e6;

  private long[] nanos = new long[1024];
  private int size;

  /** Takes one. */
  public synchronized void add(long latency) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
    }
    nanos[size++] = latency;
  }

  public synchronized int size() {
    return size;
  }

  /** Forgets what was taken. */
  public synchronized void clear() {
    size = 0;
  }

  /**
   * The smallest latency that the given share of all does not exceed (nearest rank), in
   * milliseconds.
   *
   * @param percent above 0, up to 100
   */
  public synchronized double percentile(double percent) {
    if (size == 0) {
      throw new IllegalStateException("no latency was taken");
    }
    if (percent <= 0 || percent > 100) {
      throw new IllegalArgumentException("no such percentile: " + percent);
    }
    var sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(percent / 100 * size) - 1] / NANOS_PER_MILLI;
  }
}
