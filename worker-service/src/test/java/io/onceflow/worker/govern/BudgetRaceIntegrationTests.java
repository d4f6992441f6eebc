package io.onceflow.worker.govern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.worker.engine.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Two hundred calls of two workers at once, with money for fifty. */
class BudgetRaceIntegrationTests {
  private static final long PRICE = 10_000;
  private static final int AFFORDABLE = 50;

  private final String database = GateUnderTest.freshDatabase();
  private final AtomicInteger calls = new AtomicInteger();
  private List<GateUnderTest> workers = List.of();

  @BeforeEach
  void start() {
    TestServers.shared().redisUrl();
    TestServers.shared().faults().flushRedis();
    var settings =
        new String[] {
          "onceflow.budget.tenants.acme.usd-per-day=0.50",
          "onceflow.budget.each-tenant.usd-per-month=0.01"
        };
    workers =
        List.of(GateUnderTest.start(database, settings), GateUnderTest.start(database, settings));
  }

  @AfterEach
  void stop() {
    workers.forEach(GateUnderTest::close);
  }

  @Test
  void fiftyCallsAreMade() throws Exception {
    var refusals = race(() -> {});

    assertThat(calls).hasValue(AFFORDABLE);
    assertThat(spent()).isEqualTo(AFFORDABLE * PRICE);
    assertThat(refusals)
        .hasSize(150)
        .allSatisfy(
            refusal -> {
              assertThat(refusal.isDeferred()).isTrue();
              assertThat(refusal.error().code()).startsWith("budget-");
            });
  }

  @Test
  void fiftyCallsAreMadeAlthoughRedisForgetsAllMeanwhile() throws Exception {
    race(
        () -> {
          for (var times = 0; times < 20; times++) {
            var before = calls.get();
            TestServers.shared().faults().flushRedis();
            await().until(() -> calls.get() > before || calls.get() == AFFORDABLE);
          }
        });

    assertThat(calls).hasValue(AFFORDABLE);
    assertThat(spent()).isEqualTo(AFFORDABLE * PRICE);
  }

  @Test
  void fiftyCallsAreMadeWhileRedisIsStopped() throws Exception {
    TestServers.shared().faults().stopRedis();
    try {
      race(() -> {});
    } finally {
      TestServers.shared().faults().startRedis();
    }

    assertThat(calls).hasValue(AFFORDABLE);
    assertThat(spent()).isEqualTo(AFFORDABLE * PRICE);
  }

  @Test
  void staleFiguresInRedisNeitherOverspendNorHoldUp() throws Exception {
    race(() -> {});
    var redis = workers.getFirst().part(StringRedisTemplate.class);
    var key = redis.keys("onceflow:budget:tenant:acme/day/*").iterator().next();

    // as after the failover to a replica that had fallen behind
    redis.opsForHash().putAll(key, Map.of("spent", "0", "reserved", "0"));
    assertThatThrownBy(() -> enter(workers.getFirst())).isInstanceOf(EngineException.class);

    // as when workers died between Redis and the database: more than was ever reserved
    workers.getFirst().jdbc().update("update worker.budget_window set spent = 0");
    redis.opsForHash().putAll(key, Map.of("spent", "0", "reserved", "500000", "at", "0"));
    enter(workers.getFirst());
  }

  /** Lets 200 calls try at once, half of them by each worker; returns the refusals. */
  private List<EngineException> race(Runnable meanwhile) throws Exception {
    var begin = new CountDownLatch(1);
    var tries = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 200; i++) {
        var worker = workers.get(i % 2);
        tries.add(
            threads.submit(
                () -> {
                  begin.await();
                  enter(worker);
                  return null;
                }));
      }
      begin.countDown();
      meanwhile.run();
    }
    var refusals = new ArrayList<EngineException>();
    for (var one : tries) {
      try {
        one.get();
      } catch (ExecutionException e) {
        refusals.add((EngineException) e.getCause());
      }
    }
    return refusals;
  }

  private void enter(GateUnderTest worker) throws EngineException, InterruptedException {
    var passage = worker.gate().enter(GateUnderTest.call("acme"), GateUnderTest.model("a", PRICE));
    calls.incrementAndGet();
    passage.end(GateUnderTest.paid(PRICE));
  }

  private long spent() {
    var taken =
        workers
            .getFirst()
            .jdbc()
            .queryForObject(
                "select spent + reserved from worker.budget_window where id like"
                    + " 'tenant:acme/day/%'",
                Long.class);
    return taken == null ? 0 : taken;
  }
}
