package io.onceflow.worker.engine;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a call brought.
 *
 * @param result in the step's own shape
 * @param output a text for following steps, of steps that make one
 */
public record StepAnswer(JsonNode result, @Nullable String output) {
  public static StepAnswer of(JsonNode result) {
    return new StepAnswer(result, null);
  }
}
