package io.onceflow.worker.engine.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.provider.Scenario;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call ends when it is to, however the provider holds it. */
@Timeout(60)
class OpenAiTimeLimitsTests {
  private final OpenAiBench bench = new OpenAiBench();

  @AfterEach
  void close() {
    bench.close();
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
  void aBodyThatTakesItsTimeIsNotBoundByTheFirstBytesLimit() {
    bench.endpoint("first-byte-timeout", "300ms");
    var ended = new CompletableFuture<Throwable>();
    var caller = called(Scenario.DRIP, ended);
    await().until(() -> !bench.requests().isEmpty());

    assertThat(ended).as("it goes on").isNotCompleted();
    await().during(Duration.ofMillis(600)).until(() -> !ended.isDone());

    caller.interrupt();
    assertThat(ended)
        .succeedsWithin(Duration.ofSeconds(5))
        .isInstanceOf(InterruptedException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HANG", "DRIP"})
  void aCallThatIsInterruptedEndsAtOnce(Scenario scenario) {
    var ended = new CompletableFuture<Throwable>();
    var caller = called(scenario, ended);
    await().until(() -> !bench.requests().isEmpty());

    caller.interrupt();

    assertThat(ended)
        .succeedsWithin(Duration.ofSeconds(5))
        .isInstanceOf(InterruptedException.class);
    assertThat(bench.calls().reports()).as("its end is for the worker to tell").isEmpty();
  }

  @Test
  void aThreadThatIsInterruptedAlreadyAsksNothingMore() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> bench.call(Scenario.OK)).isInstanceOf(InterruptedException.class);
  }

  /** Calls on a thread of its own, as the worker does. */
  private Thread called(Scenario scenario, CompletableFuture<Throwable> ended) {
    return Thread.startVirtualThread(
        () -> {
          try {
            ended.completeExceptionally(new AssertionError("answered: " + bench.call(scenario)));
          } catch (Exception e) {
            ended.complete(e);
          }
        });
  }
}
