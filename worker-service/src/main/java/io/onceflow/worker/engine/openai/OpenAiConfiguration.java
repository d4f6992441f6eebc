package io.onceflow.worker.engine.openai;

import static java.util.stream.Collectors.toSet;

import io.onceflow.model.pipeline.Pipelines;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The openai engine. It is always there and says what it lacks when a step names it. */
@Configuration(proxyBeanMethods = false)
class OpenAiConfiguration {
  @Bean
  OpenAiEngine openAiEngine(OpenAiProperties properties, Pipelines pipelines, Clock clock) {
    requireKnownSteps(properties, pipelines);
    return OpenAiEngine.of(properties, clock);
  }

  private static void requireKnownSteps(OpenAiProperties properties, Pipelines pipelines) {
    var known = pipelines.steps().stream().map(step -> step.name().value()).collect(toSet());
    for (var step : properties.steps().keySet()) {
      if (!known.contains(step)) {
        throw new IllegalArgumentException(
            "%s belongs to no step; there are %s"
                .formatted(OpenAiProperties.stepSetting(step), known.stream().sorted().toList()));
      }
    }
  }
}
