package io.onceflow.engine.embedded.category;

import java.util.List;

/**
 * The label a document was sorted under.
 *
 * @param label the nearest label's name
 * @param confidence that label's share among all labels, 0 to 1; an ordering aid, no probability of
 *     being right
 * @param margin how much nearer the label is than the next one, in cosine similarity; 1 where there
 *     is no other
 * @param needsReview whether the margin is too small to rely on
 * @param alternatives the next nearest labels, nearest first
 */
public record Category(
    String label,
    double confidence,
    double margin,
    boolean needsReview,
    List<Alternative> alternatives) {

  public Category {
    alternatives = List.copyOf(alternatives);
  }

  /** A label that was not chosen, with its share among all labels. */
  public record Alternative(String label, double confidence) {}
}
