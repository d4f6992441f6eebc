package io.onceflow.devstack.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.service.ServiceKind;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PortCheckTests {
  private static final SuitePlan.External NONE = new SuitePlan.External(null, null, null);

  @Test
  void evenTheMostInstancesWantNoPortTwice() {
    var most = new EnumMap<ServiceKind, Integer>(ServiceKind.class);
    for (var kind : ServiceKind.values()) {
      most.put(kind, ServiceKind.MAX_INSTANCES);
    }

    var ports = PortCheck.wanted(plan(most, NONE)).map(PortCheck.Wanted::port).toList();

    assertThat(ports).doesNotHaveDuplicates().hasSize(4 + 4 * 2 * ServiceKind.MAX_INSTANCES);
  }

  @Test
  void externalServersNeedNoPortHere() {
    var external = new SuitePlan.External("postgresql://x", "kafka:9092", "redis://x");

    assertThat(PortCheck.wanted(plan(Map.of(), external)).map(PortCheck.Wanted::port))
        .containsExactlyInAnyOrder(8080, 9080, 8081, 9081, 8082, 9082, 8083, 9083);
  }

  private static SuitePlan plan(Map<ServiceKind, Integer> instances, SuitePlan.External external) {
    return new SuitePlan(Path.of("/home"), Path.of("/data"), 0, instances, Map.of(), external);
  }
}
