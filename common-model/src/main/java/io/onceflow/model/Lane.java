package io.onceflow.model;

import java.util.Locale;

/** The lane of a step topic that a request travels in, chosen by its priority. */
public enum Lane {
  HIGH(8, 10),
  NORMAL(4, 7),
  LOW(1, 3);

  private final int lowest;
  private final int highest;

  Lane(int lowest, int highest) {
    this.lowest = lowest;
    this.highest = highest;
  }

  /**
   * The lane of a priority.
   *
   * @param priority 1 (least urgent) to 10
   * @throws IllegalArgumentException outside that range
   */
  public static Lane ofPriority(int priority) {
    for (var lane : values()) {
      if (priority >= lane.lowest && priority <= lane.highest) {
        return lane;
      }
    }
    throw new IllegalArgumentException("priority must be between 1 and 10 but is " + priority);
  }

  /** What the lane adds to a step topic's name: nothing for the normal lane. */
  public String topicSuffix() {
    return this == NORMAL ? "" : "." + name().toLowerCase(Locale.ROOT);
  }
}
