package io.onceflow.worker.govern.breaker;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.worker.govern.Jitter;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class BreakerConfiguration {
  @Bean
  Breakers breakers(BreakerProperties properties, MeterRegistry registry, Clock clock) {
    return new Breakers(properties, new BreakerMetrics(registry), Jitter::lengthened, clock);
  }
}
