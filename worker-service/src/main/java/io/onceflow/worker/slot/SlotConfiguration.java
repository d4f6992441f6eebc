package io.onceflow.worker.slot;

import io.onceflow.model.pipeline.Pipelines;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SlotConfiguration {
  @Bean
  Slots slots(Pipelines pipelines, SlotProperties properties) {
    return new Slots(pipelines, properties);
  }
}
