package io.onceflow.worker.engine.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onceflow.worker.engine.openai.fake.Scenario;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call ends at its time, however the provider holds it. */
@Timeout(20)
class OpenAiTimeLimitsTests {
  private static final Duration LIMIT = Duration.ofMillis(400);

  private final OpenAiBench bench = new OpenAiBench();

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HANG", "DRIP", "SLOW"})
  void theStepsTimeoutBoundsTheWholeCall(Scenario scenario) throws Exception {
    long begin = System.nanoTime();

    var failure = bench.failure(scenario, OpenAiBench.within(LIMIT));

    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(LIMIT, LIMIT.plusMillis(1_500));
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
        .contains("gave no whole answer within PT1S");
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
}
