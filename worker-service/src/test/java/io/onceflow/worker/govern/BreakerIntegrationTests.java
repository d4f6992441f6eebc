package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.engine.call.CallReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each test has an endpoint, and so a breaker, of its own. */
class BreakerIntegrationTests {
  private static GateUnderTest worker;

  @BeforeAll
  static void start() {
    worker =
        GateUnderTest.start(
            GateUnderTest.freshDatabase(),
            "onceflow.breaker.least-calls=4",
            "onceflow.breaker.open-time=300ms",
            "onceflow.breaker.probes=1");
  }

  @AfterAll
  static void stop() {
    worker.close();
  }

  @Test
  void anEndpointThatFailsAgainAndAgainIsLeftAloneAndThenTriedByFew() throws Exception {
    for (var i = 0; i < 4; i++) {
      enter("failing").end(GateUnderTest.failed(500, null));
    }
    assertOpen("failing");

    var probe = await().until(() -> enterOrNull("failing"), passage -> passage != null);
    assertOpen("failing");
    probe.end(GateUnderTest.failed(500, null));
    assertOpen("failing");

    var second = await().until(() -> enterOrNull("failing"), passage -> passage != null);
    second.end(GateUnderTest.paid(0));
    enter("failing").end(GateUnderTest.paid(0));
    assertThat(worker.meters().get("onceflow.breaker.open").tag("endpoint", "failing").gauge())
        .extracting(gauge -> gauge.value())
        .isEqualTo(0.0);
  }

  @Test
  void whatAnEndpointRefusesIsNoFailureOfIt() throws Exception {
    for (var i = 0; i < 10; i++) {
      enter("refusing").end(GateUnderTest.failed(400, null));
    }
    enter("refusing");
  }

  @Test
  void aProbeThatWasNotMadeIsGivenBack() throws Exception {
    for (var i = 0; i < 4; i++) {
      enter("probed").end(GateUnderTest.failed(500, null));
    }
    await()
        .until(() -> enterOrNull("probed"), passage -> passage != null)
        .end(CallReport.notCalled());

    await().until(() -> enterOrNull("probed"), passage -> passage != null);
  }

  private static void assertOpen(String endpoint) {
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> enter(endpoint))
        .satisfies(
            e -> {
              assertThat(e.isDeferred()).isTrue();
              assertThat(e.error().code()).isEqualTo("endpoint-unavailable");
              assertThat(e.retryAfter()).isLessThan(Duration.ofSeconds(1));
            });
  }

  private static CallGate.Passage enter(String endpoint)
      throws EngineException, InterruptedException {
    return worker.gate().enter(GateUnderTest.call("acme"), GateUnderTest.model(endpoint, 0));
  }

  private static CallGate.@Nullable Passage enterOrNull(String endpoint)
      throws InterruptedException {
    try {
      return enter(endpoint);
    } catch (EngineException e) {
      return null;
    }
  }
}
