package io.onceflow.ingest.limit;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LimitConfiguration {

  @Bean
  TenantRates tenantRates(RateLimitProperties properties, Clock clock) {
    return new TenantRates(properties, clock);
  }
}
