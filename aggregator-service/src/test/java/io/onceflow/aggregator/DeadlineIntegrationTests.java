package io.onceflow.aggregator;

import static io.onceflow.aggregator.Messages.dueAt;
import static io.onceflow.aggregator.Messages.failed;
import static io.onceflow.aggregator.Messages.succeeded;
import static io.onceflow.aggregator.Messages.task;
import static io.onceflow.aggregator.TestPipelines.ARTICLE;
import static io.onceflow.aggregator.TestPipelines.CHORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.TaskAccepted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Answers at the deadline, and what comes after them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeadlineIntegrationTests {

  @SuppressWarnings("NullAway.Init")
  private TestSuite suite;

  @BeforeAll
  void start() {
    suite = TestSuite.shared();
  }

  @Test
  void aLateResultMakesANewRevisionAndNoSecondCompletion() {
    var task = task("article", ARTICLE, Duration.ofSeconds(1));
    suite.accept(task);
    ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));
    var partial = answer(task);
    assertThat(status(partial)).isEqualTo("PARTIAL");
    assertThat(partial.path("missing").toString())
        .isEqualTo("[{\"step\":\"quality-score\",\"reason\":\"deadline\"}]");
    var finishedBefore = finishedCount("COMPLETED");

    suite.finish(succeeded(task, ARTICLE.get(0)));

    var completed = await().until(() -> answer(task), it -> status(it).equals("COMPLETED"));
    assertThat(completed.path("revision").asLong())
        .isGreaterThan(partial.path("revision").asLong());
    assertThat(completed.path("finishedAt")).isEqualTo(partial.path("finishedAt"));
    assertThat(completed.path("missing")).isEmpty();
    assertThat(suite.outbox(task.taskId(), "TaskFinished"))
        .extracting(it -> it.path("status").asString())
        .containsExactly("PARTIAL", "COMPLETED");
    assertThat(finishedCount("COMPLETED")).isEqualTo(finishedBefore);
  }

  @Test
  void nothingDoneByTheExpiryIsExpired() {
    var task = task("article", ARTICLE, Duration.ofSeconds(1), Duration.ofSeconds(1));
    suite.accept(task);

    var answer = answer(task);

    assertThat(status(answer)).isEqualTo("EXPIRED");
    assertThat(answer.path("missing")).hasSize(4);
    assertThat(answer.at("/missing/0/reason").asString()).isEqualTo("expired");
  }

  @Test
  void aHundredResultsAtOnceWithOneMissingGiveOneAnswerAtTheDeadline() throws Exception {
    var task = task("chord", CHORD, Duration.ofSeconds(6));
    suite.accept(task);
    var results = new ArrayList<>(CHORD.stream().skip(1).map(it -> succeeded(task, it)).toList());
    results.addAll(List.copyOf(results.subList(0, 40)));
    Collections.shuffle(results, new Random(1));
    var partition = 0;
    for (var result : results) {
      suite.send(TestSuite.onPartition(result, partition++ % 3));
    }
    suite.flush();

    var answer = answer(task);

    assertThat(status(answer)).isEqualTo("PARTIAL");
    assertThat(answer.path("result")).hasSize(99);
    assertThat(answer.path("missing").toString())
        .isEqualTo("[{\"step\":\"chord-1\",\"reason\":\"deadline\"}]");
    var finishedAt = Instant.parse(answer.path("finishedAt").asString());
    assertThat(finishedAt).isBetween(task.deadlineAt(), task.deadlineAt().plusSeconds(2));
    assertThat(suite.outbox(task.taskId(), "TaskFinished")).hasSize(1);
  }

  @Test
  void manyTasksDueInOneSecondAreAnsweredWithinTwo() throws Exception {
    var deadline = Instant.now().plusSeconds(8);
    var tasks = Stream.generate(() -> dueAt(deadline)).limit(1_000).toList();
    tasks.forEach(suite::accept);
    suite.flush();
    await().atMost(Duration.ofSeconds(8)).until(() -> suite.inStatus(tasks, "PROCESSING") == 1_000);
    assertThat(Instant.now()).isBefore(deadline);

    await().atMost(Duration.ofSeconds(40)).until(() -> suite.inStatus(tasks, "FAILED") == 1_000);

    var lastMillis =
        suite.count(
            "select max(extract(epoch from finished_at - deadline_at) * 1000)::bigint"
                + " from aggregator.task where id between ? and ?",
            tasks.getFirst().taskId().value(),
            tasks.getLast().taskId().value());
    assertThat(lastMillis).isLessThan(2_000);
  }

  @Test
  void aSuccessThatWasOnItsWayAtTheExpiryMakesANewRevision() {
    var task = task("article", ARTICLE, Duration.ofSeconds(1), Duration.ofSeconds(1));
    suite.accept(task);
    assertThat(status(answer(task))).isEqualTo("EXPIRED");

    suite.finish(failed(task, ARTICLE.get(0), 1));
    suite.finish(succeeded(task, ARTICLE.get(1)));
    var partial = await().until(() -> answer(task), it -> status(it).equals("PARTIAL"));
    ARTICLE.stream().skip(2).forEach(step -> suite.finish(succeeded(task, step)));
    suite.finish(succeeded(task, ARTICLE.get(0)));
    var completed = await().until(() -> answer(task), it -> status(it).equals("COMPLETED"));

    assertThat(completed.path("revision").asLong())
        .isGreaterThan(partial.path("revision").asLong());
    assertThat(completed.path("finishedAt")).isEqualTo(partial.path("finishedAt"));
    assertThat(suite.outbox(task.taskId(), "TaskFinished"))
        .extracting(it -> it.path("status").asString())
        .startsWith("EXPIRED")
        .endsWith("COMPLETED");
  }

  @Test
  void anExpiredTaskIsAskedAgainOnItsUsersWish() {
    var task = task("article", ARTICLE, Duration.ofSeconds(1), Duration.ofSeconds(1));
    suite.accept(task);
    assertThat(status(answer(task))).isEqualTo("EXPIRED");

    var retried =
        suite.instance().client().post("/api/v1/tasks/%s/retry".formatted(task.taskId()), "");

    assertThat(retried.statusCode()).isEqualTo(200);
    assertThat(suite.outbox(task.taskId(), "StepRequested"))
        .hasSize(4)
        .allSatisfy(
            request ->
                assertThat(Instant.parse(request.path("expiresAt").asString()))
                    .isAfter(task.expiresAt()));
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    await().until(() -> answer(task), it -> status(it).equals("COMPLETED"));
  }

  private JsonNode answer(TaskAccepted task) {
    return suite.instance().client().task(task.taskId(), "PT30S");
  }

  private static String status(JsonNode answer) {
    return answer.path("status").asString();
  }

  private double finishedCount(String status) {
    return suite.instance().metric("onceflow.tasks.finished", "status", status)
        + suite.otherInstance().metric("onceflow.tasks.finished", "status", status);
  }
}
