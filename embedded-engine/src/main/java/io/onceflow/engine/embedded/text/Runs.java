package io.onceflow.engine.embedded.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A bounded sample of a long list that keeps neighbours together: runs of consecutive elements,
 * spread evenly from the first element to the last.
 */
public final class Runs {
  private Runs() {}

  /** The whole list if it has at most {@code count * length} elements, else so many runs of it. */
  public static <T> List<T> of(List<T> all, int count, int length) {
    if (all.size() <= count * length) {
      return all;
    }
    List<T> sample = new ArrayList<>(count * length);
    for (int run = 0; run < count; run++) {
      int start = count == 1 ? 0 : (int) ((long) (all.size() - length) * run / (count - 1));
      sample.addAll(all.subList(start, start + length));
    }
    return sample;
  }
}
