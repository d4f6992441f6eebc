package io.onceflow.worker.engine;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The engines.
 *
 * @param defaultEngine the engine of the steps that leave it to the worker: {@code embedded}, or
 *     another engine's name
 * @param fallback by step, the engine that answers while the step's own endpoint fails or its
 *     budget is spent: an engine's name, or {@code openai/} and the name of another endpoint
 */
@ConfigurationProperties("onceflow.engine")
record EngineProperties(
    @Name("default") @DefaultValue("embedded") String defaultEngine,
    @DefaultValue Map<String, String> fallback) {

  EngineProperties {
    fallback = Map.copyOf(fallback);
  }
}
