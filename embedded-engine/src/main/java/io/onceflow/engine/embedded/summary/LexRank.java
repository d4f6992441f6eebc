package io.onceflow.engine.embedded.summary;

import io.onceflow.engine.embedded.encode.Embedding;
import java.util.Arrays;
import java.util.List;

/**
 * Continuous LexRank (Erkan and Radev 2004) over sentence vectors: a sentence counts as much as the
 * sentences that resemble it. Takes time in proportion to the square of their number.
 */
final class LexRank {
  private static final double DAMPING = 0.85;
  private static final int ROUNDS = 40;

  private LexRank() {}

  /** Each sentence's rank; all together they make 1, but for what lone sentences give away. */
  static double[] of(List<Embedding> sentences) {
    int n = sentences.size();
    double[][] weights = aboveAverage(similarities(sentences));
    double[] rank = new double[n];
    Arrays.fill(rank, 1.0 / n);
    for (int round = 0; round < ROUNDS; round++) {
      double[] next = new double[n];
      Arrays.fill(next, (1 - DAMPING) / n);
      for (int i = 0; i < n; i++) {
        double total = Arrays.stream(weights[i]).sum();
        for (int j = 0; j < n && total > 0; j++) {
          next[j] += DAMPING * rank[i] * weights[i][j] / total;
        }
      }
      rank = next;
    }
    return rank;
  }

  private static double[][] similarities(List<Embedding> sentences) {
    int n = sentences.size();
    double[][] similarities = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double similarity = Math.max(0, sentences.get(i).similarity(sentences.get(j)));
        similarities[i][j] = similarity;
        similarities[j][i] = similarity;
      }
    }
    return similarities;
  }

  /** Only likenesses above the average tell sentences apart. */
  private static double[][] aboveAverage(double[][] weights) {
    int n = weights.length;
    double sum = Arrays.stream(weights).flatMapToDouble(Arrays::stream).sum();
    double average = n < 2 ? 0 : sum / ((double) n * (n - 1));
    for (double[] row : weights) {
      for (int j = 0; j < n; j++) {
        if (row[j] < average) {
          row[j] = 0;
        }
      }
    }
    return weights;
  }
}
