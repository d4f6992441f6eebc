package io.onceflow.worker.engine;

import io.onceflow.model.pipeline.Pipelines;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class EngineConfiguration {
  @Bean
  Engines engines(List<StepEngine> engines, EngineProperties properties, Pipelines pipelines) {
    return new Engines(engines, properties.defaultEngine(), properties.fallback(), pipelines);
  }
}
