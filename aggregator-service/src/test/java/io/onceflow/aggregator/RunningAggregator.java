package io.onceflow.aggregator;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** An aggregator in this process. */
final class RunningAggregator implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  RunningAggregator(ConfigurableApplicationContext context) {
    this.context = context;
  }

  int port() {
    return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer()).getPort();
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  <T> T bean(Class<T> type, String name) {
    return context.getBean(name, type);
  }

  double metric(String name, String... tags) {
    var counter = bean(MeterRegistry.class).find(name).tags(tags).counter();
    return counter == null ? 0 : counter.count();
  }

  Client client(String key) {
    return new Client(port(), key);
  }

  Client client() {
    return client(TestSuite.USER_KEY);
  }

  @Override
  public void close() {
    context.close();
  }
}
