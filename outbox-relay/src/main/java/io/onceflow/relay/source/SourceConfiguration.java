package io.onceflow.relay.source;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DataSourceProperties.class)
class SourceConfiguration {

  @Bean
  OutboxSources outboxSources(SourceProperties properties, DataSourceProperties defaults) {
    return OutboxSources.open(
        properties, defaults.getUrl(), defaults.getUsername(), defaults.getPassword());
  }
}
