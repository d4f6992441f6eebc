package io.onceflow.worker.suite;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up while a broker answers within two seconds. */
final class KafkaHealthIndicator implements HealthIndicator, AutoCloseable {
  private static final int PATIENCE_MILLIS = 2000;

  private final Admin admin;

  KafkaHealthIndicator(Map<String, Object> settings) {
    var own = new HashMap<>(settings);
    own.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    own.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    this.admin = Admin.create(own);
  }

  @Override
  public Health health() {
    try {
      var nodes = admin.describeCluster().nodes().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      return Health.up().withDetail("brokers", nodes.size()).build();
    } catch (ExecutionException | TimeoutException e) {
      return Health.down(e).build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Health.down(e).build();
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
