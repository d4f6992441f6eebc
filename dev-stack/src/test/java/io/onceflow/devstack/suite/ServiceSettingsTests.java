package io.onceflow.devstack.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.service.ServiceKind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServiceSettingsTests {
  private static final ServerAddresses SERVERS =
      new ServerAddresses("jdbc:x", "user", "secret", "kafka:9092", "redis://r");

  @Test
  void aServiceGetsItsPortsAndTheServers() {
    assertThat(settings(Map.of()).of(ServiceKind.WORKER, 1))
        .containsEntry("server.port", "8183")
        .containsEntry("management.server.port", "9183")
        .containsEntry("spring.datasource.password", "secret")
        .containsEntry("spring.kafka.bootstrap-servers", "kafka:9092")
        .containsEntry("spring.data.redis.url", "redis://r");
  }

  @Test
  void onlyPublicServicesKnowTheKeyAndOnlyItsHash() {
    assertThat(settings(Map.of()).of(ServiceKind.RELAY, 0).keySet())
        .noneMatch(key -> key.startsWith("onceflow.security"));
    assertThat(settings(Map.of()).json(ServiceKind.INGEST, 0))
        .contains("2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683")
        .doesNotContain("\"key\"");
  }

  @Test
  void whatThePlanSetsWins() {
    assertThat(settings(Map.of("server.address", "0.0.0.0")).of(ServiceKind.INGEST, 0))
        .containsEntry("server.address", "0.0.0.0");
  }

  private static ServiceSettings settings(Map<String, String> planned) {
    var external = new SuitePlan.External(null, null, null);
    var plan = new SuitePlan(Path.of("/home"), Path.of("/data"), 0, Map.of(), planned, external);
    return new ServiceSettings(plan, SERVERS, "key");
  }
}
