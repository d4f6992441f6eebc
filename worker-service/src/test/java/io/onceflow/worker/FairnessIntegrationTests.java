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
    suite.publishAll(low);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 5);

    var high = suite.request("acme", "high", 9, 3, LONG);
    suite.publish(high);
    awaitAnswers(List.of(high));

    suite.provider().open("low");
    awaitAnswers(low);
  }

  @Test
  void tasksOfLowPriorityProgressUnderContinuousUrgentLoad() {
    suite.startWorker(Map.of("onceflow.slots.ageing", "300ms"));
    var high = requests("acme", 9, "wait 200\nhigh ", 150);
    suite.publishAll(high);
    await().atMost(SOON).until(() -> suite.provider().calls().size() >= 6);
    var low = requests("acme", 1, "low ", 3);
    suite.publishAll(low);

    awaitAnswers(low);

    assertThat(high.stream().filter(r -> suite.finished(r.taskId()).isEmpty()).count())
        .as("urgent tasks that still wait")
        .isPositive();
  }

  @Test
  void aTenantThatIsAloneUsesAllSlotsAndSharesThemOnceAnotherWaits() {
    suite.close();
    suite = new TestSuite("engine: fake\nconcurrency: 12");
    suite.startWorker(Map.of());
    var flood = requests("acme", 5, "gate flood\nflood ", 100);
    suite.publishAll(flood);
    // all slots of its lane; the other one is kept for urgent tasks
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 11);
    await().atMost(SOON).until(() -> queued() == 89);
    var others = requests("globex", 5, "gate other\nother ", 10);
    suite.publishAll(others);
    await().atMost(SOON).until(() -> suite.lag() == 10);

    // each slot that gets free goes to the one that has fewer, though the flood came first
    for (var more = 1; more <= 5; more++) {
      var calls = 11 + more;
      suite.provider().open("flood", 1);
      await().atMost(SOON).until(() -> suite.provider().calls().size() == calls);
    }
    assertThat(suite.provider().calls().subList(11, 16))
        .allSatisfy(call -> assertThat(call.document()).contains("other"));

    suite.provider().open("other");
    suite.provider().open("flood");
    awaitAnswers(others);
    awaitAnswers(flood);
    assertThat(suite.provider().calls()).hasSize(110);
  }

  @Test
  void whatIsBeyondTheRoomInTheDatabaseStaysInKafka() {
    suite.startWorker(Map.of("onceflow.queue.most-per-tenant", "20"));
    var flood = requests("acme", 5, "gate room\nflood ", 60);
    suite.publishAll(flood);

    await().atMost(SOON).until(() -> queued() == 20 && suite.lag() == 35);
    suite.provider().open("room");
    awaitAnswers(flood);

    assertThat(suite.provider().calls()).hasSize(60);
  }

  @Test
  void aTenantWithALimitKeepsToItAndItsOtherWorkWaitsInTheDatabase() {
    suite.startWorker(Map.of("onceflow.slots.tenant-share", "0.5"));
    var flood = requests("acme", 5, "gate flood\nflood ", 40);
    suite.publishAll(flood);
    await().atMost(SOON).until(() -> queued() == 37);

    var others = requests("globex", 5, "other ", 10);
    suite.publishAll(others);
    awaitAnswers(others);
    assertThat(suite.provider().calls().stream().filter(c -> c.document().contains("flood")))
        .hasSize(3);

    suite.provider().open("flood");
    awaitAnswers(flood);
    assertThat(suite.provider().calls()).hasSize(50);
  }

  private int queued() {
    return suite.count("select count(*) from worker.step_execution where status = 'QUEUED'");
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
