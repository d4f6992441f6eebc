package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.worker.engine.EngineException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GovernorWithoutRedisIntegrationTests {
  @Test
  void aWorkerHeedsWhatItIsToldItself() throws Exception {
    var model = GateUnderTest.model("alone", 0);
    var faults = TestServers.shared().faults();
    try (var worker = GateUnderTest.start(GateUnderTest.freshDatabase())) {
      faults.stopRedis();
      var gate = worker.gate();
      gate.enter(GateUnderTest.call("acme"), model)
          .end(GateUnderTest.failed(429, Duration.ofSeconds(60)));

      assertThatExceptionOfType(EngineException.class)
          .isThrownBy(() -> gate.enter(GateUnderTest.call("acme"), model));
    } finally {
      faults.startRedis();
    }
  }
}
