package io.onceflow.aggregator.access;

import io.onceflow.http.access.OpenPaths;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Opens what needs no caller: the page that says what this is, and the interface's description. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SubmissionRateProperties.class)
class AccessConfiguration {

  @Bean
  OpenPaths openPaths() {
    return OpenPaths.of("/", "/index.html", "/v3/api-docs", "/v3/api-docs/**", "/v3/api-docs.yaml");
  }

  @Bean
  SubmissionsLeft submissionsLeft(
      JdbcTemplate jdbc, Clock clock, SubmissionRateProperties properties) {
    return new SubmissionsLeft(jdbc, clock, properties);
  }
}
