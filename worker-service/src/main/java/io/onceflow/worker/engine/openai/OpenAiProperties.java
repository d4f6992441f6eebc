package io.onceflow.worker.engine.openai;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The engine {@code openai}: any endpoint that speaks OpenAI's chat protocol.
 *
 * @param defaultEndpoint the endpoint of the steps that name none
 * @param promptsFolder holds {@code <prompt>.en.md} and, where wanted, {@code <prompt>.zh.md};
 *     stands before the shipped prompts, of which {@code combine} makes one answer of those to a
 *     long document's sections
 * @param endpoints by name: base-url, api-key or api-key-file, model, temperature, max-tokens,
 *     max-tokens-field, headers, extra-body, proxy, connect-timeout, first-byte-timeout,
 *     structured-output (auto, json-schema, json-object, prompt), context-tokens, largest-answer,
 *     and prices.[model].input, .cached-input, .output
 * @param steps by step, what it has otherwise: endpoint, model, temperature, max-tokens, extra-body
 */
@ConfigurationProperties(OpenAiProperties.PREFIX)
record OpenAiProperties(
    @DefaultValue("default") String defaultEndpoint,
    @Nullable Path promptsFolder,
    @DefaultValue Map<String, EndpointProperties> endpoints,
    @DefaultValue Map<String, StepProperties> steps) {

  static final String PREFIX = "onceflow.engine.openai";

  OpenAiProperties {
    endpoints = Map.copyOf(endpoints);
    steps = Map.copyOf(steps);
  }

  static String endpointSetting(String name) {
    return PREFIX + ".endpoints." + name;
  }

  static String stepSetting(String step) {
    return PREFIX + ".steps." + step;
  }
}
