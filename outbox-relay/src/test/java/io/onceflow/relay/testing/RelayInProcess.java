package io.onceflow.relay.testing;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.relay.OutboxRelay;
import java.util.LinkedHashMap;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A relay in the JVM of the test. */
public final class RelayInProcess implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  private RelayInProcess(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts a relay for one outbox. */
  public static RelayInProcess start(TestOutbox outbox, String... settings) {
    return new RelayInProcess(
        new SpringApplicationBuilder(OutboxRelay.class)
            .run(arguments(outbox, settings).toArray(String[]::new)));
  }

  static List<String> arguments(TestOutbox outbox, String... settings) {
    var servers = TestServers.shared();
    var values = new LinkedHashMap<String, String>();
    values.put("spring.datasource.url", outbox.url());
    values.put("spring.datasource.username", servers.databaseUser());
    values.put("spring.datasource.password", servers.databasePassword());
    values.put("spring.kafka.bootstrap-servers", servers.kafkaBootstrapServers());
    values.put("spring.data.redis.url", servers.redisUrl());
    values.put("spring.main.banner-mode", "off");
    values.put("onceflow.topics.max-partitions", "3");
    values.put("server.port", "0");
    values.put("management.server.port", "0");
    for (var setting : settings) {
      var parts = setting.split("=", 2);
      values.put(parts[0], parts[1]);
    }
    return values.entrySet().stream()
        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
        .toList();
  }

  /** Where the management port listens. */
  public String management() {
    return "http://127.0.0.1:"
        + context.getEnvironment().getRequiredProperty("local.management.port");
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
  }
}
