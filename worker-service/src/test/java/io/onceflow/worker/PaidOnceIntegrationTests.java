package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.devstack.provider.FakeProvider;
import io.onceflow.devstack.provider.LoggedRequest;
import io.onceflow.devstack.provider.Scenario;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepRequested;
import io.onceflow.worker.testing.TestSuite;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A worker dies in the middle of attempts of several calls: one during a repair, one during the
 * third section of a long document. What was recorded before is neither lost nor paid for again.
 */
class PaidOnceIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static FakeProvider provider;
  private static TestSuite suite;
  private static MeterRegistry survivor;
  private static StepRequested repaired;
  private static StepRequested sectioned;

  @BeforeAll
  static void aWorkerIsKilledDuringARepairAndAPart() {
    provider = FakeProvider.start(0);
    suite =
        new TestSuite(
            """
            engine: openai
            prompt: auto-classify
            timeout: PT2M
            concurrency: 4
            output-schema:
              type: object
              properties: {label: {enum: [sports, politics]}}
              required: [label]
              additionalProperties: false
            """);
    var endpoint = "onceflow.engine.openai.endpoints.default.";
    var settings = new HashMap<String, String>();
    settings.put(endpoint + "base-url", provider.baseUrl().toString());
    settings.put(endpoint + "model", Scenario.SCRIPTED);
    settings.put(endpoint + "context-tokens", "2000");
    settings.put(endpoint + "max-tokens", "200");
    settings.putAll(
        Map.of(
            "onceflow.takeover.lease", "3s",
            "onceflow.takeover.beat-interval", "500ms",
            "onceflow.takeover.scan-interval", "300ms"));
    repaired = suite.request("play repair-hangs");
    sectioned = suite.request(longDocument());
    var victim = suite.forkWorker(settings);
    suite.publish(repaired);
    suite.publish(sectioned);
    await().atMost(SOON).until(() -> provider.requests().size() == 5);
    victim.kill();
    survivor = suite.startWorker(settings).getBean(MeterRegistry.class);
    await().atMost(SOON).until(() -> !answers(repaired).isEmpty() && !answers(sectioned).isEmpty());
  }

  @AfterAll
  static void stop() {
    suite.close();
    provider.close();
  }

  @Test
  void theLedgerHasTheAnswerBeforeTheRepairAndTheRepairOfUnknownOutcome() {
    assertThat(ledger(repaired))
        .containsExactly(
            "1.1 ANSWER INVALID MEASURED",
            "1.2 REPAIR UNKNOWN null",
            "2.1 ANSWER SUCCEEDED MEASURED");
    assertThat(answers(repaired))
        .singleElement()
        .isInstanceOfSatisfying(
            StepFinished.Succeeded.class,
            done ->
                assertThat(done.usage().inputTokens()).as("the dead worker's too").isEqualTo(200));
  }

  @Test
  void theSectionsThatWereAnsweredAreNotAskedForAgain() {
    assertThat(ledger(sectioned))
        .containsExactly(
            "1.1 PART SUCCEEDED MEASURED",
            "1.2 PART SUCCEEDED MEASURED",
            "1.3 PART UNKNOWN null",
            "2.1 PART SUCCEEDED MEASURED",
            "2.2 PART SUCCEEDED MEASURED",
            "2.3 COMBINE SUCCEEDED MEASURED");
    var asked = provider.requests().stream().map(LoggedRequest::body).toList();
    assertThat(asked).filteredOn(body -> body.contains("section 1 of")).hasSize(1);
    assertThat(asked).filteredOn(body -> body.contains("section 2 of")).hasSize(1);
    assertThat(asked).filteredOn(body -> body.contains("section 3 of")).hasSize(2);
    assertThat(asked).filteredOn(body -> body.contains("section 4 of")).hasSize(1);
  }

  @Test
  void eachCallThatMayHaveBeenPaidTwiceIsCounted() {
    assertThat(survivor.get("onceflow.duplicate.paid.calls").counter().count()).isEqualTo(2);
  }

  @Test
  void anotherDocumentWithTheSameSectionPaysForTheOthersAlone() {
    var before = provider.requests().size();
    var other = suite.request(longDocument().replace("section 4 of", "section 5 of"));
    suite.publish(other);

    await().atMost(SOON).until(() -> !answers(other).isEmpty());

    assertThat(ledger(other))
        .containsExactly("1.1 PART SUCCEEDED MEASURED", "1.2 COMBINE SUCCEEDED MEASURED");
    assertThat(provider.requests().size() - before).isEqualTo(2);
  }

  private static List<StepFinished> answers(StepRequested request) {
    return suite.finished(request.taskId());
  }

  private static List<String> ledger(StepRequested request) {
    return suite
        .jdbc()
        .query(
            "select * from worker.model_call where task_id = ? order by attempt, call",
            (row, _) ->
                "%d.%d %s %s %s"
                    .formatted(
                        row.getInt("attempt"),
                        row.getInt("call"),
                        row.getString("purpose"),
                        row.getString("outcome"),
                        row.getString("consumption")),
            request.taskId().value());
  }

  /** Four sections of which each says what is to be played. */
  private static String longDocument() {
    return String.join(
        "\n\n",
        IntStream.rangeClosed(1, 4)
            .mapToObj(
                i ->
                    "play third-hangs\n"
                        + "In section %d of the report the harvest is spoken of. "
                            .formatted(i)
                            .repeat(45)
                            .strip())
            .toList());
  }
}
