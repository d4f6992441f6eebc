package io.onceflow.ingest.request;

import io.onceflow.model.pipeline.Pipelines;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RequestConfiguration {

  @Bean
  Pipelines pipelines(PipelineProperties properties) {
    return Pipelines.load(Optional.ofNullable(properties.file()));
  }

  @Bean
  CheckRequest checkRequest(Pipelines pipelines, RequestDefaults defaults) {
    return new CheckRequest(pipelines, defaults);
  }
}
