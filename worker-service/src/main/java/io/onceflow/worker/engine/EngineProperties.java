package io.onceflow.worker.engine;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The engines.
 *
 * @param defaultEngine the engine of the steps that leave it to the worker: {@code embedded}, or
 *     another engine's name
 */
@ConfigurationProperties("onceflow.engine")
record EngineProperties(@Name("default") @DefaultValue("embedded") String defaultEngine) {}
