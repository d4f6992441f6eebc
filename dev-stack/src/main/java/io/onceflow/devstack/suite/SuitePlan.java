package io.onceflow.devstack.suite;

import io.onceflow.devstack.service.ServiceKind;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to run.
 *
 * @param home the project's folder, with the services' jars
 * @param data where everything that the run writes goes
 * @param portOffset added to every port
 * @param instances how many of each service
 * @param settings Spring properties for all services, over the suite's own
 * @param external servers to use instead of starting them
 */
public record SuitePlan(
    Path home,
    Path data,
    int portOffset,
    Map<ServiceKind, Integer> instances,
    Map<String, String> settings,
    External external) {
  private static final int POSTGRES = 15432;
  private static final int KAFKA = 19092;
  private static final int KAFKA_CONTROLLER = 19093;
  private static final int REDIS = 16379;

  public SuitePlan {
    instances = Map.copyOf(instances);
    settings = Map.copyOf(settings);
  }

  /**
   * Servers that run elsewhere; null for those that the suite starts.
   *
   * @param postgres {@code postgresql://user:password@host:port/database}, or a JDBC URL with user
   *     and password as parameters
   * @param kafka {@code host:port}, several with commas
   * @param redis {@code redis://host:port}
   */
  public record External(
      @Nullable String postgres, @Nullable String kafka, @Nullable String redis) {}

  int count(ServiceKind kind) {
    return instances.getOrDefault(kind, 1);
  }

  int postgresPort() {
    return POSTGRES + portOffset;
  }

  int kafkaPort() {
    return KAFKA + portOffset;
  }

  int kafkaControllerPort() {
    return KAFKA_CONTROLLER + portOffset;
  }

  int redisPort() {
    return REDIS + portOffset;
  }

  int port(ServiceKind kind, int instance) {
    return kind.port(instance, portOffset);
  }

  int managementPort(ServiceKind kind, int instance) {
    return kind.managementPort(instance, portOffset);
  }

  public String url(ServiceKind kind, int instance) {
    return "http://127.0.0.1:" + port(kind, instance);
  }

  public String managementUrl(ServiceKind kind, int instance) {
    return "http://127.0.0.1:%d/actuator".formatted(managementPort(kind, instance));
  }
}
