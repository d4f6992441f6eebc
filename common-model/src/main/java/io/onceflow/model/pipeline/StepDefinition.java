package io.onceflow.model.pipeline;

import io.onceflow.model.StepName;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a step is run.
 *
 * @param version raised when the step's meaning changes, so that old results are not reused
 * @param resultField the merged answer's field that holds the step's result
 * @param engine the engine's name; {@code default} leaves it to the worker's configuration
 * @param model the engine's model; absent leaves it to the engine
 * @param prompt the prompt's name for engines that take one
 * @param timeout of one call, whole
 * @param maxAttempts at least 1
 * @param concurrency calls at once in one worker process
 * @param partitions of each of the step's topics
 * @param documentFields which of {@code title} and {@code language} the engine is told
 * @param parameters for the engine
 * @param outputSchema JSON Schema that a model's answer is held against
 */
public record StepDefinition(
    StepName name,
    int version,
    String resultField,
    String engine,
    @Nullable String model,
    @Nullable String prompt,
    Duration timeout,
    int maxAttempts,
    Backoff backoff,
    int concurrency,
    int partitions,
    OnUnknownOutcome onUnknownOutcome,
    Set<String> documentFields,
    ObjectNode parameters,
    @Nullable ObjectNode outputSchema) {

  public StepDefinition {
    documentFields = Set.copyOf(documentFields);
  }

  /** The step's parameters and what it is told of the document. */
  public ObjectNode parametersFor(@Nullable String title, @Nullable String language) {
    var all = parameters.deepCopy();
    if (title != null && documentFields.contains("title")) {
      all.put("title", title);
    }
    if (language != null && documentFields.contains("language")) {
      all.put("language", language);
    }
    return all;
  }
}
