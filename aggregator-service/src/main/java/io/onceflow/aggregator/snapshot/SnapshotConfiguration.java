package io.onceflow.aggregator.snapshot;

import io.onceflow.model.pipeline.Pipelines;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Wires the making of snapshots. */
@Configuration(proxyBeanMethods = false)
class SnapshotConfiguration {

  @Bean
  Snapshots snapshots(Pipelines pipelines, JsonMapper json) {
    return new Snapshots(pipelines, json);
  }
}
