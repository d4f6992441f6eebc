package io.onceflow.aggregator.access;

import io.onceflow.http.access.OpenPaths;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Opens what needs no caller: the page that says what this is, and the interface's description. */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

  @Bean
  OpenPaths openPaths() {
    return OpenPaths.of("/", "/index.html", "/v3/api-docs", "/v3/api-docs/**", "/v3/api-docs.yaml");
  }
}
