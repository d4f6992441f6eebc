package io.onceflow.worker.engine.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onceflow.worker.engine.openai.fake.Scenario;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call ends at its time, however the provider holds it. */
@Timeout(60)
class OpenAiTimeLimitsTests {
  private static final Duration LIMIT = Duration.ofMillis(400);

  private final OpenAiBench bench = new OpenAiBench();

  /** What is measured is a call, not the loading of classes. */
  @BeforeAll
  static void warmUp() throws Exception {
    try (var bench = new OpenAiBench()) {
      bench.call(Scenario.OK);
      bench.failure(Scenario.HANG, OpenAiBench.within(LIMIT));
    }
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HANG", "DRIP", "SLOW"})
  void theStepsTimeoutBoundsTheWholeCall(Scenario scenario) throws Exception {
    bench.engine(scenario);
    long begin = System.nanoTime();

    var failure = bench.failure(scenario, OpenAiBench.within(LIMIT));

    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(LIMIT.multipliedBy(9).dividedBy(10), LIMIT.plusSeconds(5));
    assertThat(failure.error().code()).isEqualTo("provider-timeout");
    assertThat(failure.error().retryable()).isTrue();
    assertThat(failure.usage().calls()).isEqualTo(1);
    assertThat(Thread.currentThread().isInterrupted()).as("the interrupt is taken back").isFalse();
  }

  @Test
  void theFirstByteHasALimitOfItsOwn() throws Exception {
    bench.endpoint("first-byte-timeout", "300ms");

    assertThat(bench.failure(Scenario.HANG, OpenAiBench.within(Duration.ofSeconds(30))).error())
        .satisfies(
            error -> {
              assertThat(error.code()).isEqualTo("provider-timeout");
              assertThat(error.message()).contains("began no answer within PT0.3S");
            });
  }

  @Test
  void aBodyThatTakesItsTimeIsNotBoundByTheFirstBytesLimit() throws Exception {
    bench.endpoint("first-byte-timeout", "300ms");

    assertThat(
            bench
                .failure(Scenario.DRIP, OpenAiBench.within(Duration.ofSeconds(1)))
                .error()
                .message())
        .contains("gave no whole answer within the step's timeout");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HANG", "DRIP"})
  void aCallThatIsCalledOffEndsAtOnce(Scenario scenario) {
    var ended = new CompletableFuture<Throwable>();
    var caller =
        Thread.startVirtualThread(
            () -> {
              try {
                ended.completeExceptionally(
                    new AssertionError("answered: " + bench.call(scenario)));
              } catch (Exception e) {
                ended.complete(e);
              }
            });
    await().until(() -> !bench.requests().isEmpty());

    caller.interrupt();

    assertThat(ended)
        .succeedsWithin(Duration.ofSeconds(5))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void aThreadThatIsInterruptedAlreadyAsksNothingMore() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> bench.call(Scenario.OK)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void theEngineEndsACallBeforeTheWorkerWouldSoThatTheBillIsKept() throws Exception {
    var timeout = Duration.ofSeconds(5);
    bench.engine(Scenario.DRIP);
    var caller = Thread.currentThread();
    var worker = Executors.newSingleThreadScheduledExecutor();
    try {
      var interrupt = worker.schedule(caller::interrupt, timeout.toMillis(), TimeUnit.MILLISECONDS);

      var failure = bench.failure(Scenario.DRIP, OpenAiBench.within(timeout));

      assertThat(interrupt.cancel(false)).as("ended first").isTrue();
      assertThat(failure.usage().calls()).isEqualTo(1);
    } finally {
      worker.shutdownNow();
    }
  }
}
