package io.onceflow.worker.govern.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.govern.GateUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class BreakersTests {
  private static final Duration OPEN = Duration.ofSeconds(15);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Breakers breakers =
      new Breakers(
          new BreakerProperties(0.5, 20, 4, OPEN, 1),
          new BreakerMetrics(meters),
          wait -> wait,
          ((InstantSource) () -> now()).withZone(ZoneOffset.UTC));
  private Instant now = Instant.EPOCH;

  private Instant now() {
    return now;
  }

  @Test
  void anEndpointThatFailsAgainAndAgainIsLeftAloneAndThenTriedByOne() throws Exception {
    fail(4);
    assertLeftAlone(OPEN);

    now = now.plus(OPEN).plusMillis(1);
    breakers.enter("a");
    assertLeftAlone(OPEN.dividedBy(4));
    breakers.report("a", GateUnderTest.failed(500, null));
    assertLeftAlone(OPEN);

    now = now.plus(OPEN).plusMillis(1);
    breakers.enter("a");
    breakers.report("a", GateUnderTest.paid(0));
    assertThat(meters.get("onceflow.breaker.open").tag("endpoint", "a").gauge().value()).isZero();
    breakers.enter("a");
    breakers.enter("a");
  }

  @Test
  void anotherEndpointIsNotConcerned() throws Exception {
    fail(4);

    breakers.enter("b");
  }

  @Test
  void callsThatEndInTimeoutsAreFailures() throws Exception {
    for (var i = 0; i < 4; i++) {
      breakers.enter("a");
      breakers.report("a", CallReport.cutShort(CallOutcome.TIMEOUT, Duration.ZERO, null));
    }
    assertLeftAlone(OPEN);
  }

  @Test
  void whatAnEndpointRefusesOrPutsOffIsNoFailureOfIt() throws Exception {
    for (var status : new int[] {400, 401, 404, 429, 400, 401, 404, 429}) {
      breakers.enter("a");
      breakers.report("a", GateUnderTest.failed(status, null));
    }
    breakers.enter("a");
  }

  @Test
  void aProbeThatWasNotMadeIsGivenBack() throws Exception {
    fail(4);
    now = now.plus(OPEN).plusMillis(1);
    breakers.enter("a");
    breakers.giveBack("a");
    breakers.enter("a");
    breakers.report("a", CallReport.notCalled());

    breakers.enter("a");
  }

  private void fail(int times) throws EngineException {
    for (var i = 0; i < times; i++) {
      breakers.enter("a");
      breakers.report("a", GateUnderTest.failed(500, null));
    }
  }

  private void assertLeftAlone(Duration wait) {
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> breakers.enter("a"))
        .satisfies(
            e -> {
              assertThat(e.isDeferred()).isTrue();
              assertThat(e.error().code()).isEqualTo("endpoint-unavailable");
              assertThat(e.retryAfter()).isEqualTo(wait);
            });
  }
}
