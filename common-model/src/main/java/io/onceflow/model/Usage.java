package io.onceflow.model;

/**
 * What the model calls of a step consumed.
 *
 * @param calls number of calls made
 * @param inputTokens tokens read, cached ones included
 * @param outputTokens tokens written, reasoning included
 * @param cachedInputTokens the part of the input that the provider had cached
 * @param reasoningTokens the part of the output that was reasoning
 * @param costMicroUsd price in millionths of a US dollar
 */
public record Usage(
    int calls,
    long inputTokens,
    long outputTokens,
    long cachedInputTokens,
    long reasoningTokens,
    long costMicroUsd) {

  public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0);

  public Usage plus(Usage other) {
    return new Usage(
        calls + other.calls,
        inputTokens + other.inputTokens,
        outputTokens + other.outputTokens,
        cachedInputTokens + other.cachedInputTokens,
        reasoningTokens + other.reasoningTokens,
        costMicroUsd + other.costMicroUsd);
  }
}
