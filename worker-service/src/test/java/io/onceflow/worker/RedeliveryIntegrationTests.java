package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepFinished;
import io.onceflow.model.StepRequested;
import io.onceflow.worker.testing.NoSecondPaidCall;
import io.onceflow.worker.testing.TestSuite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything is read from the topics once more: the answers come from the record. */
class RedeliveryIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(30);

  private TestSuite suite;

  @BeforeEach
  void start() {
    suite = new TestSuite("engine: fake\nconcurrency: 20\nbackoff: {initial: PT0.1S, max: PT0.2S}");
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @Test
  void theGroupIsResetToTheEarliestOffsetsAfterTheRun() {
    var succeeding =
        Stream.iterate(0, i -> i + 1)
            .limit(200)
            .map(i -> suite.request("document " + i % 150))
            .toList();
    var retried = suite.request("fail 1\nretried");
    var failing = suite.request("refuse\nfailing");
    var requests = Stream.concat(succeeding.stream(), Stream.of(retried, failing)).toList();
    var worker = suite.startWorker(Map.of());
    suite.publishAll(requests);
    awaitAnswers(requests, 1);
    await().atMost(SOON).until(() -> suite.lag() == 0);
    worker.close();
    var calls = suite.provider().calls().size();
    assertThat(calls).isEqualTo(150 + 2 + 1);
    var results = results();

    suite.readFromTheBeginning();
    assertThat(suite.lag()).isEqualTo(requests.size() + 1); // and the request for the retry
    suite.startWorker(Map.of());
    awaitAnswers(requests, 2);
    await().atMost(SOON).until(() -> suite.lag() == 0);

    assertThat(suite.provider().calls()).hasSize(calls);
    assertThat(results()).isEqualTo(results);
    for (var request : requests) {
      assertThat(suite.finished(request.taskId()).stream().map(NoSecondPaidCall::result).distinct())
          .as("results of %s", request.taskId())
          .hasSize(1);
    }
    assertThat(suite.finished(failing.taskId()))
        .allSatisfy(answer -> assertThat(answer).isInstanceOf(StepFinished.Failed.class));
  }

  /** All that is recorded of each piece of work. */
  private List<Map<String, Object>> results() {
    return suite
        .jdbc()
        .queryForList(
            "select encode(exec_key, 'hex') as key, status, attempt, claim_token, result, usage,"
                + " error, finished_at from worker.step_execution order by exec_key");
  }

  private void awaitAnswers(List<StepRequested> requests, int answers) {
    await()
        .atMost(SOON)
        .until(() -> requests.stream().allMatch(r -> suite.finished(r.taskId()).size() >= answers));
  }
}
