package io.onceflow.engine.embedded.encode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * Picks one by one for weight and difference from those picked: maximal marginal relevance
 * (Carbonell and Goldstein 1998). Of equal gains the earlier one wins, so the same list gives the
 * same picks.
 *
 * @param difference what unlikeness counts for against weight, 0 to 1
 * @param weight of one
 * @param likeness of one to all that are picked, 0 to 1
 */
public record MarginalRelevance<T>(
    double difference, ToDoubleFunction<T> weight, ToDoubleBiFunction<T, List<T>> likeness) {

  /**
   * At most so many, in the order of their picking.
   *
   * @param ruledOut whether one need not be looked at again, given the picks up to now, the latest
   *     last
   */
  public List<T> pick(List<T> all, int most, BiPredicate<T, List<T>> ruledOut) {
    List<T> picked = new ArrayList<>();
    List<T> open = new ArrayList<>(all);
    while (picked.size() < most && !open.isEmpty()) {
      T best = best(open, picked);
      picked.add(best);
      open.removeIf(one -> one.equals(best) || ruledOut.test(one, picked));
    }
    return picked;
  }

  private T best(List<T> open, List<T> picked) {
    T best = open.getFirst();
    double most = Double.NEGATIVE_INFINITY;
    for (T one : open) {
      double gain =
          (1 - difference) * weight.applyAsDouble(one)
              - difference * likeness.applyAsDouble(one, picked);
      if (gain > most) {
        most = gain;
        best = one;
      }
    }
    return best;
  }
}
