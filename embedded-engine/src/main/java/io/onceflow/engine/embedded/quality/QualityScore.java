package io.onceflow.engine.embedded.quality;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How well a document is written, as far as its form shows it.
 *
 * <p>The score judges form, not truth: it cannot tell right from wrong, honest from misleading, or
 * good advice from advertising. Fluent nonsense scores well.
 *
 * @param score 0 to 100, the weighted mean of the aspects, held down by the weakest of them
 * @param aspects 0 to 100 each, always in the order of {@link Aspect}
 * @param comments one for each aspect, in the same order, and a closing one on what was judged
 */
public record QualityScore(int score, Map<String, Integer> aspects, List<String> comments) {

  public QualityScore {
    aspects = Collections.unmodifiableMap(new LinkedHashMap<>(aspects));
    comments = List.copyOf(comments);
  }
}
