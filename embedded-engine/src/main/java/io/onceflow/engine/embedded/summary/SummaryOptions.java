package io.onceflow.engine.embedded.summary;

/**
 * How long a summary may be.
 *
 * @param sentences at most so many sentences, 1 to 20
 */
public record SummaryOptions(int sentences) {
  public static final SummaryOptions DEFAULT = new SummaryOptions(3);

  /**
   * @throws IllegalArgumentException if the number is out of its range
   */
  public SummaryOptions {
    if (sentences < 1 || sentences > 20) {
      throw new IllegalArgumentException("a summary has 1 to 20 sentences, not " + sentences);
    }
  }
}
