package io.onceflow.aggregator.console;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.http.access.OpenPaths;
import io.onceflow.payload.PayloadStore;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/** Wires the console; its files are the static resources. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ConsoleProperties.class)
class ConsoleConfiguration {

  /** The files hold nothing secret; all data is read with the key that the user signs in with. */
  @Bean
  OpenPaths consoleFiles() {
    return OpenPaths.of("/console/**");
  }

  @Bean
  FilterRegistrationBean<ConsoleHeaders> consoleHeaders() {
    var registration = new FilterRegistrationBean<>(new ConsoleHeaders());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
    return registration;
  }

  /** By its content, because the files of every build bear the same date. */
  @Bean
  FilterRegistrationBean<ShallowEtagHeaderFilter> consoleTags() {
    var registration = new FilterRegistrationBean<>(new ShallowEtagHeaderFilter());
    registration.addUrlPatterns("/console/*");
    return registration;
  }

  @Bean
  TaskDocument taskDocument(PayloadStore payloads) {
    return new TaskDocument(payloads);
  }

  @Bean
  ManagementClient managementClient(ConsoleProperties properties) {
    return new ManagementClient(properties.managementTimeout());
  }

  @Bean
  WatchServices watchServices(
      ConsoleProperties properties, ManagementClient client, MeterRegistry registry, Clock clock) {
    return new WatchServices(properties.management(), client, registry, clock);
  }
}
