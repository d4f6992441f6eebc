package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepRequested;
import io.onceflow.worker.testing.TestSuite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Finished executions leave when their time is over; the others stay, however old they are. */
class ExpiryIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(30);

  private TestSuite suite;

  @BeforeEach
  void start() {
    suite = new TestSuite("engine: fake\nconcurrency: 10");
    suite.startWorker(
        Map.of("onceflow.executions.every", "300ms", "onceflow.executions.batch", "3"));
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @Test
  void whatEndedLongAgoIsForgottenInBatchesAndWhatHasNotEndedStays() {
    var old = IntStream.range(0, 8).mapToObj(i -> suite.request("old " + i)).toList();
    var refused = suite.request("refuse\nold");
    var running = suite.request("gate running\nold");
    var retrying = suite.request("busy 60\nold");
    var held = suite.request("refuse\nheld");
    suite.publishAll(old);
    suite.publishAll(List.of(refused, running, retrying, held));
    awaitAnswers(old);
    awaitAnswers(List.of(refused, held));
    await()
        .atMost(SOON)
        .until(() -> count("status = 'RETRY_WAIT'") == 1 && count("status = 'RUNNING'") == 1);
    suite
        .jdbc()
        .update(
            "update worker.step_execution set status = 'HELD' where task_id = ?",
            held.taskId().value());

    // each, whatever its state, as if it were from last year
    suite
        .jdbc()
        .update(
            "update worker.step_execution set claimed_at = claimed_at - interval '1 year',"
                + " finished_at = coalesce(finished_at, now()) - interval '1 year'");
    var fresh = suite.request("fresh");
    suite.publish(fresh);
    awaitAnswers(List.of(fresh));

    await().atMost(SOON).until(() -> count("status in ('SUCCEEDED', 'FAILED')") == 1);
    assertThat(count("status in ('RUNNING', 'RETRY_WAIT', 'HELD')")).isEqualTo(3);
    // forgotten work is called for anew, kept work is not
    var again = suite.request("old 0");
    var reused = suite.request("fresh");
    suite.publishAll(List.of(again, reused));
    awaitAnswers(List.of(again, reused));
    assertThat(suite.provider().callsFor("old 0")).hasSize(2);
    assertThat(suite.provider().callsFor("fresh")).hasSize(1);

    suite.provider().open("running");
    awaitAnswers(List.of(running));
  }

  private int count(String condition) {
    return suite.count("select count(*) from worker.step_execution where " + condition);
  }

  private void awaitAnswers(List<StepRequested> requests) {
    await()
        .atMost(SOON)
        .until(() -> requests.stream().noneMatch(r -> suite.finished(r.taskId()).isEmpty()));
  }
}
