package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceflow.model.UuidV7;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.engine.call.ModelCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two workers whose calls share an endpoint's limits. Each test has an endpoint of its own. */
class GovernorIntegrationTests {
  private static List<GateUnderTest> workers = List.of();

  @BeforeAll
  static void start() {
    var database = GateUnderTest.freshDatabase();
    var settings =
        new String[] {
          "onceflow.governor.endpoints.known.requests-per-minute=600",
          "onceflow.governor.endpoints.narrow.concurrency=3",
          "onceflow.governor.endpoints.tokens.tokens-per-minute=12000"
        };
    workers =
        List.of(GateUnderTest.start(database, settings), GateUnderTest.start(database, settings));
  }

  @AfterAll
  static void stop() {
    workers.forEach(GateUnderTest::close);
  }

  @Test
  void theFleetFindsTheRateThatAProviderAllowsAndKeepsToIt() throws Exception {
    var provider = new LimitedProvider(50);
    var left = new AtomicInteger(1_000);
    var learnt = new AtomicBoolean();
    var refusedWhileLearning = new AtomicInteger();
    var answeredWhileLearning = new AtomicInteger();
    var began = System.nanoTime();
    var running = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 60; i++) {
        var gate = workers.get(i % 2).gate();
        running.add(
            threads.submit(
                () -> {
                  while (left.getAndDecrement() > 0
                      && System.nanoTime() - began < TimeUnit.SECONDS.toNanos(12)) {
                    untilAnswered(gate, provider);
                    if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(5)
                        && learnt.compareAndSet(false, true)) {
                      refusedWhileLearning.set(provider.refused());
                      answeredWhileLearning.set(provider.answered());
                    }
                  }
                  return null;
                }));
      }
    }
    for (var one : running) {
      one.get();
    }
    var seconds = (System.nanoTime() - began) / 1e9;

    var answered = provider.answered() - answeredWhileLearning.get();
    var refused = provider.refused() - refusedWhileLearning.get();
    assertThat((double) refused / (answered + refused))
        .as("share of 429 once the rate was learnt, %d of %d", refused, answered + refused)
        .isLessThan(0.05);
    // a busy machine makes it slower, nothing may make it faster: the benchmark shows 95 %
    assertThat(provider.answered() / seconds).as("answers a second").isBetween(30.0, 55.0);
  }

  /** As a step does: it comes back when it was told to. */
  private static void untilAnswered(CallGate gate, LimitedProvider provider)
      throws InterruptedException {
    var call = GateUnderTest.call("acme");
    while (true) {
      try {
        var passage = gate.enter(call, GateUnderTest.model("limited", 0));
        var report = provider.call();
        passage.end(report);
        if (report.status() == 200) {
          return;
        }
      } catch (EngineException e) {
        assertThat(e.isDeferred()).isTrue();
        var wait = e.retryAfter();
        Thread.sleep(wait == null ? Duration.ZERO : wait);
      }
      call = again(call);
    }
  }

  private static CallContext again(CallContext call) {
    return new CallContext(
        UuidV7.next(),
        1,
        call.task(),
        call.tenant(),
        call.step(),
        call.priority(),
        call.expiresAt());
  }

  @Test
  void oneWorkersLimitQuietsTheOther() throws Exception {
    var model = GateUnderTest.model("quiet", 0);
    var passage = workers.get(0).gate().enter(GateUnderTest.call("acme"), model);
    passage.end(GateUnderTest.failed(429, Duration.ofSeconds(60)));

    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> workers.get(1).gate().enter(GateUnderTest.call("acme"), model))
        .satisfies(
            e -> {
              assertThat(e.isDeferred()).isTrue();
              assertThat(e.error().code()).isEqualTo("rate-limited");
              assertThat(e.retryAfter()).isGreaterThan(Duration.ofSeconds(50));
            });
    // another model of the endpoint has limits of its own
    workers
        .get(1)
        .gate()
        .enter(
            GateUnderTest.call("acme"),
            new ModelCall(model.purpose(), "quiet", "model-2", 1, 1, 1, 0))
        .end(GateUnderTest.paid(0));
  }

  @Test
  void callsOfAKnownRateAreSpacedOutOverAllWorkers() throws Exception {
    var model = GateUnderTest.model("known", 0);
    var given = new CopyOnWriteArrayList<Long>();
    var began = System.nanoTime();
    var running = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 20; i++) {
        var gate = workers.get(i % 2).gate();
        running.add(
            threads.submit(
                () -> {
                  try {
                    var passage = gate.enter(GateUnderTest.call("acme"), model);
                    given.add(System.nanoTime());
                    passage.end(GateUnderTest.paid(0));
                  } catch (EngineException e) {
                    assertThat(e.error().code()).isEqualTo("rate-limited");
                  }
                  return null;
                }));
      }
    }
    for (var one : running) {
      one.get();
    }
    var seconds = (System.nanoTime() - began) / 1e9;

    // ten a second: never more than the time allows, and the first one at once
    assertThat(given).hasSizeBetween(3, (int) (2 + 10 * seconds));
  }

  @Test
  void noMoreCallsRunAtOnceThanTheEndpointMayHave() throws Exception {
    var model = GateUnderTest.model("narrow", 0);
    var running =
        Stream.of(0, 1, 0)
            .map(
                worker -> {
                  try {
                    return workers.get(worker).gate().enter(GateUnderTest.call("acme"), model);
                  } catch (EngineException | InterruptedException e) {
                    throw new AssertionError(e);
                  }
                })
            .toList();

    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> workers.get(1).gate().enter(GateUnderTest.call("acme"), model));
    running.getFirst().end(GateUnderTest.paid(0));
    workers.get(1).gate().enter(GateUnderTest.call("acme"), model);
  }

  @Test
  void tokensAMinuteAreKeptByWhatCallsTrulyConsume() throws Exception {
    // 200 tokens a call, one call a second, five seconds saved up
    var model = GateUnderTest.model("tokens", 0);
    for (var i = 0; i < 10; i++) {
      // these consume none in the end
      workers
          .get(i % 2)
          .gate()
          .enter(GateUnderTest.call("acme"), model)
          .end(GateUnderTest.failed(400, null));
    }
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(
            () -> {
              for (var i = 0; i < 20; i++) {
                workers.get(i % 2).gate().enter(GateUnderTest.call("acme"), model);
              }
            })
        .satisfies(e -> assertThat(e.error().code()).isEqualTo("rate-limited"));
  }
}
