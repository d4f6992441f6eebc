package io.onceflow.worker.govern.rate;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.worker.govern.Jitter;
import io.onceflow.worker.govern.SparedRedis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RateConfiguration {
  @Bean
  Turns turns(SparedRedis redis, RateProperties properties, MeterRegistry registry) {
    if (!properties.enabled()) {
      return new NoTurns();
    }
    return new Governor(
        new FleetPace(redis, properties),
        new OwnPace(System::nanoTime),
        new RateMetrics(registry),
        properties,
        Jitter::lengthened);
  }
}
