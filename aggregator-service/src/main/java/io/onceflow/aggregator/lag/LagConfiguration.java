package io.onceflow.aggregator.lag;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.schedule.Repeating;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaAdmin;

/** Wires the measuring of lag. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LagProperties.class)
class LagConfiguration {

  @Bean
  LagMonitor lagMonitor(KafkaAdmin kafka, LagProperties properties, MeterRegistry registry) {
    return new LagMonitor(
        Admin.create(kafka.getConfigurationProperties()), properties.groupPrefix(), registry);
  }

  @Bean
  Repeating lagMeasuring(LagMonitor monitor, LagProperties properties) {
    return new Repeating("lag", properties.interval(), monitor::measure);
  }
}
