package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepFinished;
import io.onceflow.model.StepRequested;
import io.onceflow.worker.testing.TestSuite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Steps whose calls may not be made now: they wait without loss, are refused, or fall back. */
class GovernedStepsIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(40);

  private TestSuite suite;

  @BeforeEach
  void start() {
    suite =
        new TestSuite(
            """
            engine: fake
            concurrency: 50
            backoff: {initial: PT0.1S, max: PT0.2S}
            """);
    // the figures of a budget of the same tenant in another test's database
    suite.servers().faults().flushRedis();
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @Test
  void aBudgetForFiftyCallsAllowsTwoHundredTasksFiftyCalls() {
    var settings =
        Map.of(
            // a call of the fake engine costs seven micro-dollars
            "onceflow.budget.tenants.acme.usd-per-day", "0.00035",
            "onceflow.budget.at-limit", "refuse");
    suite.startWorker(settings);
    suite.startWorker(settings);
    var requests = requests("on a budget ", 200);
    requests.forEach(suite::publish);
    awaitAnswers(requests);

    assertThat(suite.provider().calls()).hasSize(50);
    assertThat(answers(requests, StepFinished.Succeeded.class)).hasSize(50);
    assertThat(answers(requests, StepFinished.Failed.class))
        .hasSize(150)
        .allSatisfy(answer -> assertThat(answer.error().code()).isEqualTo("budget-exhausted"));
    // what other tenants have is not touched
    var other = suite.request("globex", "of another tenant", 5, 3, Duration.ofMinutes(10));
    suite.publish(other);
    awaitAnswers(List.of(other));
    assertThat(suite.provider().calls()).hasSize(51);
  }

  @Test
  void workWithoutBudgetWaitsInTheDatabaseUntilItExpires() {
    suite.startWorker(Map.of("onceflow.budget.tenants.acme.usd-per-day", "0.000007"));
    var first = suite.request("the first");
    suite.publish(first);
    awaitAnswers(List.of(first));
    var second = suite.request("acme", "the second", 5, 3, Duration.ofSeconds(5));
    suite.publish(second);

    await()
        .atMost(SOON)
        .until(
            () ->
                suite.count(
                        "select count(*) from worker.step_execution where status = 'RETRY_WAIT' and"
                            + " attempt = 0")
                    == 1);
    await().atMost(SOON).until(() -> suite.lag() == 0);
    awaitAnswers(List.of(second));
    assertThat(answers(List.of(second), StepFinished.Expired.class)).hasSize(1);
    assertThat(suite.provider().calls()).hasSize(1);
  }

  @Test
  void workWaitsForAnEndpointThatFailsAndUsesNoAttemptsUp() {
    suite.startWorker(
        Map.of(
            "onceflow.breaker.least-calls", "3",
            "onceflow.breaker.open-time", "1s",
            "onceflow.breaker.probes", "1"));
    var failing = suite.request("acme", "fail 3\nthen well", 5, 4, Duration.ofMinutes(5));
    suite.publish(failing);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 3);

    var others = requests("meanwhile ", 20);
    others.forEach(suite::publish);
    awaitAnswers(others);
    awaitAnswers(List.of(failing));

    assertThat(answers(others, StepFinished.Succeeded.class))
        .hasSize(20)
        .allSatisfy(answer -> assertThat(answer.attempt()).isEqualTo(1));
    assertThat(answers(List.of(failing), StepFinished.Succeeded.class))
        .singleElement()
        .extracting(StepFinished.Succeeded::attempt)
        .isEqualTo(4);
    assertThat(suite.provider().calls()).hasSize(24);
  }

  @Test
  void anotherEngineAnswersMeanwhileAndTheResultSaysSo() {
    suite.startWorker(
        Map.of(
            "onceflow.engine.fallback." + suite.step(),
            "echo",
            "onceflow.breaker.least-calls",
            "3",
            "onceflow.breaker.open-time",
            "10m"));
    var failing = suite.request("acme", "fail 9\nagain and again", 5, 4, Duration.ofMinutes(5));
    suite.publish(failing);
    awaitAnswers(List.of(failing));
    var again = suite.request("fail 9\nagain and again");
    suite.publish(again);
    awaitAnswers(List.of(again));

    assertThat(suite.provider().calls()).hasSize(3);
    assertThat(answers(List.of(failing, again), StepFinished.Succeeded.class))
        .hasSize(2)
        .allSatisfy(
            answer -> {
              assertThat(answer.engine()).isEqualTo("echo");
              assertThat(answer.result().path("fallback").path("insteadOf").asString())
                  .isEqualTo("fake");
              assertThat(answer.result().path("fallback").path("reason").asString())
                  .isEqualTo("endpoint-unavailable");
            });
    assertThat(suite.count("select count(*) from worker.model_call where outcome = 'OPEN'"))
        .isZero();
  }

  private List<StepRequested> requests(String text, int count) {
    return IntStream.range(0, count).mapToObj(i -> suite.request(text + i)).toList();
  }

  private <T extends StepFinished> List<T> answers(List<StepRequested> requests, Class<T> type) {
    return requests.stream()
        .map(request -> suite.finished(request.taskId()).getFirst())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private void awaitAnswers(List<StepRequested> requests) {
    await()
        .atMost(SOON)
        .until(() -> requests.stream().noneMatch(r -> suite.finished(r.taskId()).isEmpty()));
  }
}
