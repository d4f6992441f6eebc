package io.onceflow.worker.engine.call;

/**
 * A call of a model that is about to be made.
 *
 * @param endpoint as the settings call it
 * @param model as the endpoint calls it
 * @param inputTokens about how many the question has
 * @param mostInputTokens how many it can have at most, whatever the tokenizer
 * @param maxOutputTokens how many the answer may have
 * @param worstCostMicroUsd the price of the most tokens in and out; 0 for a model without a price
 */
public record ModelCall(
    Purpose purpose,
    String endpoint,
    String model,
    long inputTokens,
    long mostInputTokens,
    long maxOutputTokens,
    long worstCostMicroUsd) {

  /** What a call is for. */
  public enum Purpose {
    /** The step's answer. */
    ANSWER,
    /** An answer that fits, in the place of one that did not. */
    REPAIR,
    /** The answer to a section of a long document. */
    PART,
    /** One answer out of those to sections. */
    COMBINE
  }
}
