package io.onceflow.worker.govern.rate;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.worker.govern.GateUnderTest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OwnPaceTests {
  private static final Duration PATIENCE = Duration.ofMillis(400);

  private final AtomicLong now = new AtomicLong(1_000_000_000);
  private final OwnPace pace = new OwnPace(now::get);
  private final Permit permit = new Permit(GateUnderTest.call("acme"), GateUnderTest.model("a", 0));

  @Test
  void whereNothingIsLimitedEveryCallGoesAtOnce() {
    for (var i = 0; i < 100; i++) {
      assertThat(pace.enter(permit, PATIENCE).delay()).isZero();
    }
  }

  @Test
  void aWorkerKeepsTheShareThatItHad() {
    pace.limited(permit);
    for (var i = 0; i < 60; i++) {
      pass(Duration.ofMillis(100));
      pace.given(permit);
    }

    var given = 0;
    for (var i = 0; i < 200; i++) {
      given += pace.enter(permit, Duration.ZERO).given() ? 1 : 0;
      pass(Duration.ofMillis(10));
    }
    // ten a second, for two seconds
    assertThat(given).isBetween(19, 21);
  }

  @Test
  void nobodyCallsInAQuiet() {
    pace.quiet(permit, Duration.ofSeconds(1));

    assertThat(pace.enter(permit, PATIENCE).given()).isFalse();
    pass(Duration.ofMillis(700));
    assertThat(pace.enter(permit, PATIENCE).delay()).isEqualTo(Duration.ofMillis(300));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
