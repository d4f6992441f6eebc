package io.onceflow.engine.embedded.eval;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.category.Category;
import io.onceflow.engine.embedded.category.CategoryLabels;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How often the label is right, beside the commonest label and a random one. */
record CategoryFigures(EmbeddedEngine engine, CategoryLabels labels) {

  String of(List<Sample> samples) {
    int right = 0;
    int sure = 0;
    int sureAndRight = 0;
    double confidence = 0;
    for (Sample sample : samples) {
      Category category = engine.category(sample.document(), labels);
      boolean hit = category.label().equals(sample.label());
      right += hit ? 1 : 0;
      sure += category.needsReview() ? 0 : 1;
      sureAndRight += hit && !category.needsReview() ? 1 : 0;
      confidence += category.confidence();
    }
    double n = samples.size();
    return "accuracy %.3f, mean confidence %.3f; %.3f for the %.0f %% not marked needsReview | majority %.3f, random %.3f"
        .formatted(
            right / n,
            confidence / n,
            sureAndRight / (double) Math.max(1, sure),
            100 * sure / n,
            majority(samples) / n,
            1.0 / labels.labels().size());
  }

  private static double majority(List<Sample> samples) {
    Map<String, Long> counts =
        samples.stream().collect(Collectors.groupingBy(Sample::label, Collectors.counting()));
    return counts.values().stream().max(Comparator.comparing(Function.identity())).orElse(0L);
  }
}
