package io.onceflow.worker.engine;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a call brought.
 *
 * @param result in the step's own shape
 * @param output a text for following steps, of steps that make one
 * @param standIn who answered, if it was not the step's own engine
 */
public record StepAnswer(JsonNode result, @Nullable String output, @Nullable StandIn standIn) {

  /** An engine that answers in the place of another, and its model. */
  public record StandIn(String engine, String model) {}

  /** An answer of the step's own engine. */
  public StepAnswer(JsonNode result, @Nullable String output) {
    this(result, output, null);
  }

  public static StepAnswer of(JsonNode result) {
    return new StepAnswer(result, null);
  }
}
