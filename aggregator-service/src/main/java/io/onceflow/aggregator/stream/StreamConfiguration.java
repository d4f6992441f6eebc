package io.onceflow.aggregator.stream;

import io.onceflow.aggregator.notify.CurrentRevisions;
import io.onceflow.aggregator.notify.NotifyMetrics;
import io.onceflow.aggregator.notify.Watchers;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the streams of server-sent events. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StreamProperties.class)
class StreamConfiguration {

  @Bean
  Streams streams(
      Watchers watchers,
      CurrentRevisions current,
      NotifyMetrics metrics,
      StreamProperties properties) {
    return new Streams(
        watchers, current, metrics.notifications("sse", "sent"), properties.heartbeat());
  }
}
