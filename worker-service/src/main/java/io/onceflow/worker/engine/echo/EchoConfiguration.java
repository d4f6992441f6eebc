package io.onceflow.worker.engine.echo;

import io.onceflow.worker.engine.StepEngine;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class EchoConfiguration {
  @Bean
  StepEngine echoEngine(EchoProperties properties) {
    return new EchoEngine(properties);
  }
}
