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

/** A flood of one kind does not keep the others out. */
class FairnessIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofMinutes(10);

  private TestSuite suite;

  @BeforeEach
  void start() {
    suite = new TestSuite("engine: fake\nconcurrency: 6");
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @Test
  void anUrgentTaskStartsWhileTheWorkerIsFullOfOthers() {
    suite.startWorker(Map.of());
    var low = requests("acme", 1, "gate low\nlow ", 50);
    low.forEach(suite::publish);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 5);

    var high = suite.request("acme", "high", 9, 3, LONG);
    suite.publish(high);
    awaitAnswers(List.of(high));

    suite.provider().open("low");
    awaitAnswers(low);
  }

  @Test
  void tasksOfLowPriorityProgressUnderContinuousUrgentLoad() {
    suite.startWorker(Map.of("onceflow.claim.ageing", "300ms"));
    var high = requests("acme", 9, "wait 200\nhigh ", 200);
    high.forEach(suite::publish);
    await().atMost(SOON).until(() -> suite.provider().calls().size() >= 6);
    var low = requests("acme", 1, "low ", 3);
    low.forEach(suite::publish);

    awaitAnswers(low);

    assertThat(high.stream().filter(r -> suite.finished(r.taskId()).isEmpty()).count())
        .as("urgent tasks that still wait")
        .isPositive();
  }

  @Test
  void aTenantThatFloodsTakesItsShareAndItsOtherWorkWaitsInTheDatabase() {
    suite.startWorker(Map.of("onceflow.claim.tenant-share", "0.5"));
    var flood = requests("acme", 5, "gate flood\nflood ", 40);
    flood.forEach(suite::publish);
    await()
        .atMost(SOON)
        .until(
            () ->
                suite.count("select count(*) from worker.step_execution where status = 'QUEUED'")
                    == 37);

    var others = requests("globex", 5, "other ", 10);
    others.forEach(suite::publish);
    awaitAnswers(others);
    assertThat(suite.provider().calls().stream().filter(c -> c.document().contains("flood")))
        .hasSize(3);

    suite.provider().open("flood");
    awaitAnswers(flood);
    assertThat(suite.provider().calls()).hasSize(50);
  }

  private List<StepRequested> requests(String tenant, int priority, String text, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> suite.request(tenant, text + i, priority, 3, LONG))
        .toList();
  }

  private void awaitAnswers(List<StepRequested> requests) {
    await()
        .atMost(SOON)
        .until(() -> requests.stream().noneMatch(r -> suite.finished(r.taskId()).isEmpty()));
  }
}
