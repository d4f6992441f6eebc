package io.onceflow.relay.parked;

import io.onceflow.relay.source.OutboxSources;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ParkedConfiguration {

  @Bean
  ParkedEndpoint parkedEndpoint(OutboxSources sources) {
    return new ParkedEndpoint(sources);
  }
}
