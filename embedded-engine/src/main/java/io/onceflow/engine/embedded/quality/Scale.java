package io.onceflow.engine.embedded.quality;

/** Turns measured values into scores of 0 to 100. */
final class Scale {
  private Scale() {}

  /** 0 up to {@code none}, 100 from {@code full}, straight between; also falling. */
  static double between(double value, double none, double full) {
    return Math.clamp(100 * (value - none) / (full - none), 0, 100);
  }

  /** 100 from {@code low} to {@code high}, falling to 0 at the outer bounds. */
  static double band(double value, double tooLow, double low, double high, double tooHigh) {
    return Math.min(between(value, tooLow, low), between(value, tooHigh, high));
  }

  /** The share of a count in a whole; 0 of nothing. */
  static double share(long count, long whole) {
    return whole == 0 ? 0 : (double) count / whole;
  }
}
