package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BudgetIntegrationTests {
  private static final Duration NONE = Duration.ZERO;

  private final String database = GateUnderTest.freshDatabase();
  private @Nullable GateUnderTest worker;

  /** Its figures are of the same tenants in the databases of other tests. */
  @BeforeEach
  void forget() {
    TestServers.shared().redisUrl();
    TestServers.shared().faults().flushRedis();
  }

  @AfterEach
  void stop() {
    if (worker != null) {
      worker.close();
    }
  }

  @Test
  void aListenerThatFailsAtAWarningFailsNoCall() throws Exception {
    var started = start("onceflow.budget.tenants.acme.usd-per-day=0.001");
    started.failWarnings();

    var passage = started.gate().enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 900));
    passage.end(GateUnderTest.paid(850));

    assertThat(started.warnings()).hasSize(1);
    assertThat(
            started
                .jdbc()
                .queryForMap(
                    "select spent, reserved from worker.budget_window where id like"
                        + " 'tenant:acme/day/%'"))
        .containsEntry("spent", 850L)
        .containsEntry("reserved", 0L);
  }

  @Test
  void whatIsReservedIsSettledByTheTrueCost() throws Exception {
    var gate = start("onceflow.budget.steps.summary-gen.usd-per-day=0.001").gate();

    // ten times what a call costs is reserved for it, so only one runs at a time
    for (var i = 0; i < 10; i++) {
      gate.enter(GateUnderTest.call("t" + i), GateUnderTest.model("a", 100))
          .end(GateUnderTest.paid(10));
    }
    var running = gate.enter(GateUnderTest.call("t"), GateUnderTest.model("a", 900));
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> gate.enter(GateUnderTest.call("t"), GateUnderTest.model("a", 1)))
        .satisfies(
            e -> {
              assertThat(e.isDeferred()).isTrue();
              // the money is only reserved, so it is worth asking again soon
              assertThat(e.retryAfter()).isLessThan(Duration.ofSeconds(5));
            });
    running.end(CallReport.notCalled());
    gate.enter(GateUnderTest.call("t"), GateUnderTest.model("a", 900));
  }

  @Test
  void aCallOfUnknownOutcomeCountsAsItsWorstCase() throws Exception {
    var gate = start("onceflow.budget.each-tenant.usd-per-month=0.001").gate();

    gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 600))
        .end(CallReport.cutShort(CallOutcome.TIMEOUT, NONE, null));

    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 401)));
    gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 400));
    gate.enter(GateUnderTest.call("globex"), GateUnderTest.model("a", 1_000));
  }

  @Test
  void workWhoseBudgetIsSpentWaitsOrIsRefusedAsIsSet() throws Exception {
    var gate = start("onceflow.budget.tenants.acme.usd-per-day=0.001").gate();
    gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 1_000))
        .end(GateUnderTest.paid(1_000));
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 1)))
        .satisfies(
            e -> {
              assertThat(e.isDeferred()).isTrue();
              assertThat(e.retryAfter()).isGreaterThan(Duration.ofSeconds(5));
            });

    try (var refusing =
        GateUnderTest.start(
            database,
            "onceflow.budget.tenants.acme.usd-per-day=0.001",
            "onceflow.budget.at-limit=refuse")) {
      assertThatExceptionOfType(EngineException.class)
          .isThrownBy(
              () -> refusing.gate().enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 1)))
          .satisfies(
              e -> {
                assertThat(e.isDeferred()).isFalse();
                assertThat(e.error().retryable()).isFalse();
                assertThat(e.error().code()).isEqualTo("budget-exhausted");
                assertThat(e.error().message()).contains("tenant:acme", "0.001");
              });
    }
  }

  @Test
  void aCallThatNoDayHasRoomForIsRefusedAtOnce() {
    var gate = start("onceflow.budget.each-tenant.usd-per-day=0.001").gate();

    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 1_001)))
        .satisfies(
            e -> {
              assertThat(e.isDeferred()).isFalse();
              assertThat(e.error().message()).contains("max-tokens");
            });
  }

  @Test
  void aBudgetGivesOneWarningAtItsThresholdWhicheverWorkerSeesIt() throws Exception {
    var setting = "onceflow.budget.tenants.acme.usd-per-day=0.001";
    var gate = start(setting).gate();
    try (var other = GateUnderTest.start(database, setting)) {
      gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 700))
          .end(GateUnderTest.paid(700));
      assertThat(warnings(other)).isEmpty();

      other.gate().enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 100));
      gate.enter(GateUnderTest.call("acme"), GateUnderTest.model("a", 100));

      assertThat(warnings(other)).containsExactly(800L);
      assertThat(
              other.meters().get("onceflow.budget.warnings").tag("budget", "tenant:acme").counter())
          .extracting(counter -> counter.count())
          .isEqualTo(1.0);
      assertThat(
              other.meters().get("onceflow.budget.used.ratio").tag("period", "day").gauge().value())
          .isEqualTo(0.8);
    }
  }

  private List<Long> warnings(GateUnderTest other) {
    return Stream.of(worker, other)
        .flatMap(one -> one == null ? Stream.of() : one.warnings().stream())
        .map(event -> event.takenMicroUsd())
        .toList();
  }

  private GateUnderTest start(String... settings) {
    var started = GateUnderTest.start(database, settings);
    worker = started;
    return started;
  }
}
