package io.onceflow.worker.engine.openai;

import org.jspecify.annotations.Nullable;

/**
 * What one step has otherwise than its endpoint says; what is absent stays.
 *
 * @param endpoint the name of another endpoint than the default one
 * @param model another model of the endpoint
 * @param temperature of the step's calls
 * @param maxTokens the answer's most tokens
 * @param extraBody further fields of the request, as a JSON object, beside the endpoint's
 */
record StepProperties(
    @Nullable String endpoint,
    @Nullable String model,
    @Nullable Double temperature,
    @Nullable Integer maxTokens,
    @Nullable String extraBody) {

  static final StepProperties NONE = new StepProperties(null, null, null, null, null);
}
