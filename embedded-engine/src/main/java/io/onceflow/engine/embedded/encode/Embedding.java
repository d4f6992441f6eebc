package io.onceflow.engine.embedded.encode;

import java.util.Collection;
import java.util.List;

/**
 * A vector of length one, so that the dot product of two is the cosine of the angle between them.
 * The zero vector, which stands for a text without words, is the one exception; its similarity to
 * anything is 0.
 */
public final class Embedding {
  private final float[] values;

  private Embedding(float[] values) {
    this.values = values;
  }

  /** Brings the given values to length one; they are copied. */
  static Embedding of(float[] values) {
    double squares = 0;
    for (float value : values) {
      squares += (double) value * value;
    }
    double length = Math.sqrt(squares);
    float[] unit = new float[values.length];
    if (length > 0) {
      for (int i = 0; i < unit.length; i++) {
        unit[i] = (float) (values[i] / length);
      }
    }
    return new Embedding(unit);
  }

  /** The direction of the sum of the given embeddings, of which there must be at least one. */
  public static Embedding centroid(Collection<Embedding> embeddings) {
    float[] sum = new float[embeddings.iterator().next().values.length];
    for (Embedding embedding : embeddings) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += embedding.values[i];
      }
    }
    return of(sum);
  }

  /** A direction between this and another: {@code weight} is the other's part, 0 to 1. */
  public Embedding towards(Embedding other, double weight) {
    float[] sum = new float[values.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = (float) ((1 - weight) * values[i] + weight * other.values[i]);
    }
    return of(sum);
  }

  /** Cosine similarity, -1 to 1. */
  public double similarity(Embedding other) {
    double dot = 0;
    for (int i = 0; i < values.length; i++) {
      dot += (double) values[i] * other.values[i];
    }
    return dot;
  }

  /** The highest similarity to any of the others; 0 if there are none. */
  public double nearest(List<Embedding> others) {
    double best = 0;
    for (Embedding other : others) {
      best = Math.max(best, similarity(other));
    }
    return best;
  }
}
