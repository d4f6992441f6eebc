package io.onceflow.worker.engine.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.onceflow.devstack.provider.LoggedRequest;
import io.onceflow.devstack.provider.Scenario;
import io.onceflow.model.Usage;
import io.onceflow.worker.engine.EngineException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each behaviour of a provider means for the step: the answer or the code, and the bill. */
class OpenAiOutcomesTests {
  /** What the fake says one good request consumed. */
  private static final Usage PAID = new Usage(1, 100, 20, 40, 5, 0);

  private static final Usage NOT_KNOWN = new Usage(1, 0, 0, 0, 0, 0);

  private final OpenAiBench bench = new OpenAiBench();

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"quality-score", "keyword-extract", "auto-classify", "summary-gen"})
  void eachShippedStepIsAnsweredByOneRequest(String step) throws Exception {
    var answer = bench.call(Scenario.OK, OpenAiBench.step(step));

    assertThat(bench.calls().usage()).isEqualTo(PAID);
    assertThat(bench.requests()).singleElement().extracting(LoggedRequest::step).isEqualTo(step);
    assertThat(answer.result().isArray()).isEqualTo(step.equals("keyword-extract"));
  }

  @ParameterizedTest
  @CsvSource({
    "RATE_LIMITED,         provider-rate-limited,    true,  7",
    "OVERLOADED,           provider-overloaded,      true,  2",
    "SERVER_ERROR,         provider-error,           true,",
    "REQUEST_TIMEOUT,      provider-timeout,         true,",
    "GATEWAY_TIMEOUT,      provider-error,           true,",
    "ERROR_AS_SUCCESS,     provider-error,           true,",
    "RESET,                provider-broken-answer,   true,",
    "TRUNCATED_BODY,       provider-broken-answer,   true,",
    "NOT_UTF_8,            provider-broken-answer,   true,",
    "QUOTA_EXHAUSTED,      provider-quota-exhausted, false,",
    "UNAUTHORIZED,         provider-access-denied,   false,",
    "FORBIDDEN,            provider-access-denied,   false,",
    "NOT_FOUND,            provider-rejected,        false,",
    "BAD_REQUEST,          provider-rejected,        false,",
    "CONTEXT_TOO_LONG,     document-too-long,        false,",
    "FILTERED_QUESTION,    answer-filtered,          false,",
  })
  void aFailureHasItsCodeAndSaysWhetherAnotherAttemptHelps(
      Scenario scenario, String code, boolean retryable, Long retryAfter) throws Exception {
    var failure = bench.failure(scenario);

    assertThat(failure.error().code()).isEqualTo(code);
    assertThat(failure.error().retryable()).isEqualTo(retryable);
    assertThat(failure.retryAfter())
        .isEqualTo(retryAfter == null ? null : Duration.ofSeconds(retryAfter));
    assertThat(bench.calls().usage()).isEqualTo(NOT_KNOWN);
    assertThat(bench.requests()).as("nothing is tried again in secret").hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "CUT_OFF, answer-truncated",
    "FILTER,  answer-filtered",
    "REFUSAL, answer-refused",
  })
  void anAnswerThatIsNoneIsFinalAndWasPaidFor(Scenario scenario, String code) throws Exception {
    var failure = bench.failure(scenario);

    assertThat(failure.error().code()).isEqualTo(code);
    assertThat(failure.error().retryable()).isFalse();
    assertThat(bench.calls().usage()).isEqualTo(PAID);
    assertThat(bench.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CHATTY", "FENCED", "THINKING", "SLOW"})
  void anAnswerAmongOtherWordsIsFound(Scenario scenario) throws Exception {
    var answer = bench.call(scenario);

    assertThat(answer.result().path("label").asString()).isEqualTo("technology");
    assertThat(bench.calls().usage()).isEqualTo(PAID);
    assertThat(bench.requests()).hasSize(1);
  }

  @Test
  void anAnswerOfTheWrongShapeIsRepairedOnceAndBothRequestsArePaid() throws Exception {
    var answer = bench.call(Scenario.WRONG_SCHEMA_ONCE);

    assertThat(answer.result().has("label")).isTrue();
    assertThat(bench.calls().usage()).isEqualTo(PAID.plus(PAID));
    assertThat(bench.requests())
        .extracting(LoggedRequest::key)
        .as("a repair asks something else, so a gateway must not answer it from its memory")
        .containsExactly("work-1", "work-1.1");
    assertThat(bench.requests().getLast().body()).contains("does not fit", "{\\\"answer\\\": 42}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WRONG_SCHEMA", "TRUNCATED_JSON", "STEERED"})
  void anAnswerThatNeverFitsIsFinalAfterOneRepair(Scenario scenario) throws Exception {
    var failure = bench.failure(scenario);

    assertThat(failure.error().code()).isEqualTo("answer-invalid");
    assertThat(failure.error().retryable()).isFalse();
    assertThat(bench.calls().usage()).isEqualTo(PAID.plus(PAID));
    assertThat(bench.requests()).hasSize(2);
  }

  @Test
  void retryAfterMayBeADate() throws Exception {
    var failure = bench.failure(Scenario.RATE_LIMITED_TO_DATE);

    assertThat(failure.error().retryable()).isTrue();
    assertThat(requireNonNull(failure.retryAfter()).toSeconds()).isCloseTo(60, within(2L));
  }

  @Test
  void aBurstOfServerErrorsIsOverForTheFourthAttempt() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(bench.failure(Scenario.SERVER_ERROR_BURST).error().retryable()).isTrue();
    }
    bench.call(Scenario.SERVER_ERROR_BURST);
    assertThat(bench.calls().usage()).isEqualTo(PAID);
  }

  @Test
  void usageThatIsMissingIsEstimated() throws Exception {
    bench.call(Scenario.USAGE_MISSING);
    var usage = bench.calls().usage();

    assertThat(usage.calls()).isEqualTo(1);
    assertThat(usage.inputTokens()).isBetween(200L, 1_000L);
    assertThat(usage.outputTokens()).isBetween(10L, 100L);
  }

  @Test
  @Timeout(30)
  void aHugeAnswerIsLeftWhereTheLimitIsReached() throws Exception {
    bench.endpoint("largest-answer", "100KB");

    var failure = bench.failure(Scenario.HUGE_ANSWER);

    assertThat(failure.error().code()).isEqualTo("answer-too-large");
    assertThat(failure.error().retryable()).isFalse();
  }

  @Test
  void anAbsentEndpointIsUnreachableAndNoCallWasMade() throws Exception {
    bench.endpoint("base-url", "http://127.0.0.1:1/v1");

    var failure = bench.failure(Scenario.OK);

    assertThat(failure.error().code()).isEqualTo("provider-unreachable");
    assertThat(failure.error().retryable()).isTrue();
    assertThat(bench.calls().usage()).isEqualTo(Usage.NONE);
  }

  @Test
  void aRequestOnAConnectionThatWasCutIsNotSentAgain() throws Exception {
    bench.call(Scenario.STALE_CONNECTION);

    EngineException failure = bench.failure(Scenario.STALE_CONNECTION);

    assertThat(failure.error().code()).isEqualTo("provider-broken-answer");
    assertThat(bench.requests()).hasSize(2);
  }

  @Test
  void eachAttemptIsKnownByItsWorkAndNumber() throws Exception {
    bench.call(Scenario.OK);

    assertThat(bench.requests())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.key()).isEqualTo("work-1");
              assertThat(request.authorized()).isTrue();
              assertThat(request.contentLength()).as("not chunked").isPositive();
            });
  }

  @Test
  void noFailureShowsTheKey() throws Exception {
    for (var scenario :
        List.of(Scenario.UNAUTHORIZED, Scenario.BAD_REQUEST, Scenario.SERVER_ERROR)) {
      assertThat(bench.failure(scenario).error().message()).doesNotContain("sk-secret");
    }
    assertThat(bench.properties().toString()).contains("endpoints").doesNotContain("sk-secret");
  }

  @Test
  void aRefusedKeyIsAnsweredWithTheSettingToCheck() throws Exception {
    assertThat(bench.failure(Scenario.UNAUTHORIZED).error().message())
        .contains("onceflow.engine.openai.endpoints.default.api-key");
  }

  @Test
  void costIsTokensTimesPriceRoundedUp() throws Exception {
    bench
        .endpoint("prices.[ok].input", "0.15")
        .endpoint("prices.[ok].cached-input", "0.075")
        .endpoint("prices.[ok].output", "0.6");

    // 60 × 0.15 + 40 × 0.075 + 20 × 0.6
    bench.call(Scenario.OK);
    assertThat(bench.calls().usage().costMicroUsd()).isEqualTo(24);
  }
}
