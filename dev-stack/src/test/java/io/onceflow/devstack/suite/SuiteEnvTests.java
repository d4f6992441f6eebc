package io.onceflow.devstack.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.service.ServiceKind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SuiteEnvTests {
  private static final ServerAddresses SERVERS =
      new ServerAddresses(
          "jdbc:postgresql://127.0.0.1:15432/onceflow",
          "onceflow",
          "it's",
          "127.0.0.1:19092",
          "redis://127.0.0.1:16379");

  @Test
  void everyServiceIsNamedWithItsMetrics() {
    assertThat(env(Map.of(), 0).text())
        .contains("ONCEFLOW_INGEST_URL=http://127.0.0.1:8081\n")
        .contains("ONCEFLOW_TASKS_URL=http://127.0.0.1:8080\n")
        .contains("ONCEFLOW_API_KEY=key\n")
        .contains("ONCEFLOW_INGEST_METRICS_URL=http://127.0.0.1:9081/actuator/prometheus\n")
        .contains("ONCEFLOW_RELAY_METRICS_URL=http://127.0.0.1:9082/actuator/prometheus\n")
        .contains("ONCEFLOW_WORKER_METRICS_URL=http://127.0.0.1:9083/actuator/prometheus\n")
        .contains("ONCEFLOW_AGGREGATOR_METRICS_URL=http://127.0.0.1:9080/actuator/prometheus\n")
        .contains("ONCEFLOW_KAFKA=127.0.0.1:19092\n");
  }

  @Test
  void severalProcessesOfAServiceAreGivenWithCommas() {
    assertThat(env(Map.of(ServiceKind.WORKER, 3), 100).variables())
        .containsEntry(
            "ONCEFLOW_WORKER_METRICS_URL",
            "http://127.0.0.1:9183/actuator/prometheus,"
                + "http://127.0.0.1:9283/actuator/prometheus,"
                + "http://127.0.0.1:9383/actuator/prometheus");
  }

  @Test
  void whatAShellWouldMisreadIsQuoted() {
    assertThat(env(Map.of(), 0).text()).contains("ONCEFLOW_DATABASE_PASSWORD='it'\\''s'\n");
  }

  private static SuiteEnv env(Map<ServiceKind, Integer> instances, int offset) {
    var external = new SuitePlan.External(null, null, null);
    var plan =
        new SuitePlan(Path.of("/home"), Path.of("/data"), offset, instances, Map.of(), external);
    return new SuiteEnv(plan, SERVERS, "key");
  }
}
