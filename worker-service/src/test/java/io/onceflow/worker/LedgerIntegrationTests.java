package io.onceflow.worker;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.provider.FakeProvider;
import io.onceflow.devstack.provider.LoggedRequest;
import io.onceflow.devstack.provider.Scenario;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepProgress;
import io.onceflow.model.StepRequested;
import io.onceflow.worker.testing.TestSuite;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Each behaviour of a provider, from the request on the topic to the row in the ledger: what the
 * step comes to, whether it is tried again, and what is known of each call. All play at once.
 */
class LedgerIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** 60 tokens in at 1, 40 cached at 0.5 and 20 out at 2 micro-dollars. */
  private static final String PAID = "100/40/20/5 tokens 120 µ$";

  private static final String FREE = "0/0/0/0 tokens 0 µ$";
  private static final String NOT_KNOWN = "null/null/null/null tokens null µ$";

  private static FakeProvider provider;
  private static TestSuite suite;
  private static Map<Scenario, StepRequested> requests;

  /** What is to come of a scenario's first attempt. */
  private record Expected(
      Scenario scenario, @Nullable String code, @Nullable Integer retryAfter, List<String> calls) {

    boolean isRetried() {
      return retryAfter != null;
    }

    @Override
    public String toString() {
      return "%s: %s%s"
          .formatted(
              scenario.model(), code == null ? "succeeds" : code, isRetried() ? ", retried" : "");
    }
  }

  private static final List<Expected> ALL =
      List.of(
          succeeds(Scenario.OK, answer("SUCCEEDED MEASURED 200 " + PAID)),
          succeeds(Scenario.SLOW, answer("SUCCEEDED MEASURED 200 " + PAID)),
          succeeds(Scenario.CHATTY, answer("SUCCEEDED MEASURED 200 " + PAID)),
          succeeds(Scenario.FENCED, answer("SUCCEEDED MEASURED 200 " + PAID)),
          succeeds(Scenario.THINKING, answer("SUCCEEDED MEASURED 200 " + PAID)),
          succeeds(Scenario.USAGE_MISSING, answer("SUCCEEDED ESTIMATED 200")),
          succeeds(
              Scenario.WRONG_SCHEMA_ONCE,
              answer("INVALID MEASURED 200 " + PAID),
              repair("SUCCEEDED MEASURED 200 " + PAID)),
          fails(
              Scenario.WRONG_SCHEMA,
              "answer-invalid",
              answer("INVALID MEASURED 200 " + PAID),
              repair("INVALID MEASURED 200 " + PAID)),
          fails(
              Scenario.TRUNCATED_JSON,
              "answer-invalid",
              answer("INVALID MEASURED 200 " + PAID),
              repair("INVALID MEASURED 200 " + PAID)),
          fails(
              Scenario.STEERED,
              "answer-invalid",
              answer("INVALID MEASURED 200 " + PAID),
              repair("INVALID MEASURED 200 " + PAID)),
          fails(Scenario.CUT_OFF, "answer-truncated", answer("TRUNCATED MEASURED 200 " + PAID)),
          fails(Scenario.REFUSAL, "answer-refused", answer("REFUSED MEASURED 200 " + PAID)),
          fails(Scenario.FILTER, "answer-filtered", answer("REFUSED MEASURED 200 " + PAID)),
          fails(Scenario.FILTERED_QUESTION, "answer-filtered", answer("REFUSED NONE 400 " + FREE)),
          fails(Scenario.HUGE_ANSWER, "answer-too-large", error("UNKNOWN 200 " + NOT_KNOWN)),
          fails(Scenario.UNAUTHORIZED, "provider-access-denied", error("NONE 401 " + FREE)),
          fails(Scenario.FORBIDDEN, "provider-access-denied", error("NONE 403 " + FREE)),
          fails(Scenario.NOT_FOUND, "provider-rejected", error("NONE 404 " + FREE)),
          fails(Scenario.BAD_REQUEST, "provider-rejected", error("NONE 400 " + FREE)),
          fails(Scenario.CONTEXT_TOO_LONG, "document-too-long", error("NONE 400 " + FREE)),
          fails(Scenario.QUOTA_EXHAUSTED, "provider-quota-exhausted", error("NONE 429 " + FREE)),
          retried(
              Scenario.HANG, "provider-timeout", 0, answer("TIMEOUT UNKNOWN null " + NOT_KNOWN)),
          retried(
              Scenario.DRIP, "provider-timeout", 0, answer("TIMEOUT UNKNOWN null " + NOT_KNOWN)),
          retried(Scenario.RESET, "provider-broken-answer", 0, error("UNKNOWN null " + NOT_KNOWN)),
          retried(
              Scenario.TRUNCATED_BODY,
              "provider-broken-answer",
              0,
              error("UNKNOWN 200 " + NOT_KNOWN)),
          retried(
              Scenario.NOT_UTF_8, "provider-broken-answer", 0, error("UNKNOWN 200 " + NOT_KNOWN)),
          retried(Scenario.RATE_LIMITED, "provider-rate-limited", 7, error("NONE 429 " + FREE)),
          retried(
              Scenario.RATE_LIMITED_TO_DATE,
              "provider-rate-limited",
              50,
              error("NONE 429 " + FREE)),
          retried(Scenario.OVERLOADED, "provider-overloaded", 2, error("NONE 503 " + FREE)),
          retried(Scenario.SERVER_ERROR, "provider-error", 0, error("NONE 500 " + FREE)),
          retried(Scenario.SERVER_ERROR_BURST, "provider-error", 0, error("NONE 500 " + FREE)),
          retried(Scenario.GATEWAY_TIMEOUT, "provider-error", 0, error("UNKNOWN 504 " + NOT_KNOWN)),
          retried(Scenario.REQUEST_TIMEOUT, "provider-timeout", 0, error("NONE 408 " + FREE)),
          retried(Scenario.ERROR_AS_SUCCESS, "provider-error", 0, error("NONE 200 " + FREE)));

  @BeforeAll
  static void playAll() {
    provider = FakeProvider.start(0);
    suite =
        new TestSuite(
            """
            engine: openai
            prompt: auto-classify
            timeout: PT5S
            concurrency: 60
            backoff: {initial: PT0.05S, max: PT0.1S}
            output-schema:
              type: object
              properties: {label: {enum: [sports, politics]}, confidence: {type: number}}
              required: [label, confidence]
              additionalProperties: false
            """);
    var endpoint = "onceflow.engine.openai.endpoints.default.";
    suite.startWorker(
        Map.of(
            endpoint + "base-url",
            provider.baseUrl().toString(),
            endpoint + "model",
            Scenario.SCRIPTED,
            endpoint + "largest-answer",
            "100KB",
            endpoint + "prices.[scripted].input",
            "1",
            endpoint + "prices.[scripted].cached-input",
            "0.5",
            endpoint + "prices.[scripted].output",
            "2",
            // all scenarios are one model's; what limits one of them is not to hold up the others
            "onceflow.governor.longest-quiet",
            "10ms",
            "onceflow.governor.patience",
            "30s"));
    requests =
        ALL.stream()
            .map(Expected::scenario)
            .collect(toMap(it -> it, it -> suite.request("play " + it.model())));
    requests.values().forEach(suite::publish);
  }

  @AfterAll
  static void stop() {
    suite.close();
    provider.close();
  }

  @TestFactory
  Stream<DynamicTest> aProviderThatPlays() {
    return ALL.stream()
        .map(expected -> DynamicTest.dynamicTest(expected.toString(), () -> check(expected)));
  }

  @Test
  void anAnswerThatWasRepairedIsToldWithBothItsCalls() {
    var request = request(Scenario.WRONG_SCHEMA_ONCE);
    await().atMost(SOON).until(() -> finished(request).isPresent());

    var usage = ((StepFinished.Succeeded) finished(request).orElseThrow()).usage();

    assertThat(usage.calls()).isEqualTo(2);
    assertThat(usage.costMicroUsd()).isEqualTo(240);
  }

  private static void check(Expected expected) {
    var request = request(expected.scenario());
    if (expected.isRetried()) {
      await().atMost(SOON).until(() -> retrying(request).isPresent());
      var retrying = retrying(request).orElseThrow();
      assertThat(retrying.error().code()).isEqualTo(expected.code());
      assertThat(retrying.nextAttemptAt())
          .isAfterOrEqualTo(enteredAt(request).plusSeconds(requireNonNull(expected.retryAfter())));
    } else {
      await().atMost(SOON).until(() -> finished(request).isPresent());
      assertThat(retrying(request)).as("a second attempt").isEmpty();
      switch (finished(request).orElseThrow()) {
        case StepFinished.Failed failed ->
            assertThat(failed.error().code()).isEqualTo(expected.code());
        case StepFinished.Succeeded _ -> assertThat(expected.code()).isNull();
        case StepFinished other -> throw new AssertionError(other);
      }
    }
    checkLedger(request, expected);
  }

  private static void checkLedger(StepRequested request, Expected expected) {
    var rows =
        suite
            .jdbc()
            .queryForList(
                """
                select c.*, e.exec_key = c.exec_key as same_work
                from worker.model_call c left join worker.step_execution e on e.task_id = c.task_id
                where c.task_id = ? and c.attempt = 1 order by c.call
                """,
                request.taskId().value());
    assertThat(rows).hasSameSizeAs(expected.calls());
    for (int i = 0; i < rows.size(); i++) {
      var row = rows.get(i);
      assertThat(brief(row)).startsWith(expected.calls().get(i));
      assertThat(row)
          .containsEntry("call", i + 1)
          .containsEntry("tenant", "acme")
          .containsEntry("same_work", true)
          .containsEntry("engine", "openai")
          .containsEntry("endpoint", "default")
          .containsEntry("asked_model", Scenario.SCRIPTED)
          .containsKey("latency_ms");
      assertThat(row.get("request_id") != null)
          .as("the provider's name for an exchange it answered")
          .isEqualTo(row.get("http_status") != null);
      assertThat((Long) row.get("latency_ms")).isNotNegative();
    }
  }

  private static String brief(Map<String, Object> row) {
    return "%s %s %s %s %s/%s/%s/%s tokens %s µ$"
        .formatted(
            row.get("purpose"),
            row.get("outcome"),
            row.get("consumption"),
            row.get("http_status"),
            row.get("input_tokens"),
            row.get("cached_input_tokens"),
            row.get("output_tokens"),
            row.get("reasoning_tokens"),
            row.get("cost_micro_usd"));
  }

  @Test
  void theKeyOfARequestNamesItsWorkAndAttempt() {
    var request = request(Scenario.WRONG_SCHEMA);
    await().atMost(SOON).until(() -> finished(request).isPresent());
    var work =
        suite
            .jdbc()
            .queryForObject(
                "select encode(exec_key, 'hex') from worker.step_execution where task_id = ?",
                String.class,
                request.taskId().value());

    assertThat(provider.requests().stream().map(LoggedRequest::key))
        .contains(work + "-1", work + "-1.1")
        .doesNotHaveDuplicates();
  }

  private static StepRequested request(Scenario scenario) {
    return requireNonNull(requests.get(scenario));
  }

  private static Optional<StepFinished> finished(StepRequested request) {
    return suite.finished(request.taskId()).stream().findFirst();
  }

  private static Optional<StepProgress.Retrying> retrying(StepRequested request) {
    return suite.messages().stream()
        .filter(StepProgress.Retrying.class::isInstance)
        .map(StepProgress.Retrying.class::cast)
        .filter(it -> it.taskId().equals(request.taskId()))
        .findFirst();
  }

  private static Instant enteredAt(StepRequested request) {
    return requireNonNull(
            suite
                .jdbc()
                .queryForObject(
                    "select date_trunc('milliseconds', entered_at) from worker.model_call where"
                        + " task_id = ? and attempt = 1",
                    Timestamp.class,
                    request.taskId().value()))
        .toInstant();
  }

  private static Expected succeeds(Scenario scenario, String... calls) {
    return new Expected(scenario, null, null, List.of(calls));
  }

  private static Expected fails(Scenario scenario, String code, String... calls) {
    return new Expected(scenario, code, null, List.of(calls));
  }

  private static Expected retried(Scenario scenario, String code, int after, String... calls) {
    return new Expected(scenario, code, after, List.of(calls));
  }

  private static String answer(String rest) {
    return "ANSWER " + rest;
  }

  private static String repair(String rest) {
    return "REPAIR " + rest;
  }

  private static String error(String rest) {
    return "ANSWER PROVIDER_ERROR " + rest;
  }
}
