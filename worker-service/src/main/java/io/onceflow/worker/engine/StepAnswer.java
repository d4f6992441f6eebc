package io.onceflow.worker.engine;

import io.onceflow.model.Usage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a call brought.
 *
 * @param result in the step's own shape
 * @param usage of this call
 * @param output a text for following steps, of steps that make one
 */
public record StepAnswer(JsonNode result, Usage usage, @Nullable String output) {
  public static StepAnswer of(JsonNode result, Usage usage) {
    return new StepAnswer(result, usage, null);
  }
}
