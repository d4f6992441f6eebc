package io.onceflow.benchmarks.measure;

import java.util.List;

/**
 * One figure over the runs of a benchmark.
 *
 * @param runs the value of each run, in their order
 */
public record Spread(List<Double> runs) {
  public Spread {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("a figure needs a run");
    }
  }

  /** The middle one; of an even number, the mean of the middle two. */
  public double median() {
    var sorted = runs.stream().sorted().toList();
    var upper = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(upper)
        : (sorted.get(upper - 1) + sorted.get(upper)) / 2;
  }

  public double min() {
    return runs.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  public double max() {
    return runs.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }
}
