package io.onceflow.aggregator;

import static io.onceflow.aggregator.Messages.article;
import static io.onceflow.aggregator.Messages.extracted;
import static io.onceflow.aggregator.Messages.failed;
import static io.onceflow.aggregator.Messages.succeeded;
import static io.onceflow.aggregator.Messages.task;
import static io.onceflow.aggregator.TestPipelines.ARTICLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepName;
import io.onceflow.model.StepProgress;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Accepted tasks and results in, answers out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MergeIntegrationTests {
  private static final List<StepName> DOCUMENT =
      Stream.concat(Stream.of(new StepName("text-extract")), ARTICLE.stream()).toList();

  @SuppressWarnings("NullAway.Init")
  private TestSuite suite;

  @BeforeAll
  void start() {
    suite = TestSuite.shared();
  }

  @Test
  void fourResultsBecomeOneAnswer() {
    var task = article();
    suite.accept(task);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));

    var answer = answer(task);

    assertThat(status(answer)).isEqualTo("COMPLETED");
    assertThat(answer.path("result").propertyNames())
        .containsExactly("qualityScore", "keywords", "category", "summary");
    assertThat(answer.at("/result/summary/from").asString()).isEqualTo("summary-gen");
    assertThat(answer.path("missing")).isEmpty();
    assertThat(answer.at("/steps/summary-gen/usage/costUsd").asString()).isEqualTo("0.001500");
    assertThat(answer.path("durationMs").isNumber()).isTrue();
    assertThat(answer.at("/metadata/author").asString()).isEqualTo("Ann");
    assertThat(suite.outbox(task.taskId(), "TaskFinished"))
        .singleElement()
        .satisfies(
            finished -> {
              assertThat(finished.path("status").asString()).isEqualTo("COMPLETED");
              assertThat(finished.at("/result/summary/from").asString()).isEqualTo("summary-gen");
            });
  }

  @Test
  void resultsThatComeBeforeTheirTaskWaitForIt() {
    var task = article();
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    await().until(() -> results(task) == 4);
    suite.accept(task);

    assertThat(status(answer(task))).isEqualTo("COMPLETED");
  }

  @Test
  void theFirstSuccessOfAStepStays() {
    var task = article();
    suite.accept(task);
    var first = succeeded(task, ARTICLE.get(0), "{\"n\":1}");
    suite.finish(first);
    suite.finish(first);
    suite.finish(failed(task, ARTICLE.get(0), 3));
    suite.finish(succeeded(task, ARTICLE.get(0), "{\"n\":2}"));
    ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));

    var answer = answer(task);

    assertThat(answer.at("/result/qualityScore/n").asInt()).isEqualTo(1);
    assertThat(status(answer)).isEqualTo("COMPLETED");
  }

  @Test
  void aSuccessAfterAFailureCountsAndAnOlderFailureDoesNot() {
    var task = article();
    suite.accept(task);
    suite.finish(failed(task, ARTICLE.get(0), 3));
    suite.finish(succeeded(task, ARTICLE.get(0)));
    suite.finish(failed(task, ARTICLE.get(0), 4));
    ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));

    assertThat(status(answer(task))).isEqualTo("COMPLETED");
  }

  @Test
  void aStepThatFailsLeavesAPartialAnswerThatNamesIt() {
    var task = article();
    suite.accept(task);
    suite.finish(failed(task, ARTICLE.get(3), 3));
    ARTICLE.stream().limit(3).forEach(step -> suite.finish(succeeded(task, step)));

    var answer = answer(task);

    assertThat(status(answer)).isEqualTo("PARTIAL");
    assertThat(answer.path("missing").toString())
        .isEqualTo("[{\"step\":\"summary-gen\",\"reason\":\"failed\"}]");
    assertThat(answer.at("/steps/summary-gen/error/code").asString()).isEqualTo("provider-timeout");
  }

  @Test
  void followingStepsAreAskedOnceWithWhatTheirPrerequisiteMade() {
    var task = task("document", DOCUMENT, Duration.ofMinutes(5));
    suite.accept(task);
    var extracted = extracted(task);
    suite.finish(extracted);
    suite.finish(extracted);
    suite.finish(extracted(task));

    await().until(() -> suite.outbox(task.taskId(), "StepRequested").size() >= 4);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));

    assertThat(status(answer(task))).isEqualTo("COMPLETED");
    assertThat(suite.outbox(task.taskId(), "StepRequested"))
        .hasSize(4)
        .allSatisfy(
            request -> assertThat(request.at("/input/text").asString()).isEqualTo("extracted"))
        .extracting(it -> it.path("step").asString())
        .containsExactlyInAnyOrderElementsOf(ARTICLE.stream().map(StepName::value).toList());
  }

  @Test
  void stepsThatWaitForAFailedOneAreSkippedWithTheReason() {
    var task = task("document", DOCUMENT, Duration.ofMinutes(5));
    suite.accept(task);
    suite.finish(failed(task, DOCUMENT.get(0), 2));

    var answer = answer(task);

    assertThat(status(answer)).isEqualTo("FAILED");
    assertThat(answer.at("/steps/summary-gen/status").asString()).isEqualTo("SKIPPED");
    assertThat(answer.at("/steps/summary-gen/reason").asString())
        .isEqualTo("the step 'text-extract' that it waits for failed");
    assertThat(suite.outbox(task.taskId(), "StepRequested")).isEmpty();
  }

  @Test
  void progressIsShownAndDecidesNothing() {
    var task = article();
    suite.accept(task);
    var step = ARTICLE.get(0);
    suite.send(
        Topics.RESULT,
        task.taskId(),
        new StepProgress.Started(
            UuidV7.next(), task.taskId(), "acme", step, 7, "openai", "gpt", Instant.now()));
    await()
        .until(
            () -> client().task(task.taskId(), "PT0S"),
            it -> it.at("/steps/quality-score/status").asString().equals("RUNNING"));
    suite.finish(failed(task, step, 1));

    await()
        .until(
            () -> client().task(task.taskId(), "PT0S"),
            it -> it.at("/steps/quality-score/status").asString().equals("FAILED"));
  }

  @Test
  void twoInstancesMergeTheResultsOfTheSameTasksFromDifferentPartitions() throws Exception {
    var tasks = Stream.generate(Messages::article).limit(200).toList();
    for (var task : tasks) {
      suite.send(TestSuite.onPartition(Topics.ACCEPTED, task, task.taskId(), 0));
      for (var i = 0; i < ARTICLE.size(); i++) {
        suite.send(TestSuite.onPartition(succeeded(task, ARTICLE.get(i)), i % 3));
      }
    }
    suite.flush();

    await().atMost(Duration.ofSeconds(30)).until(() -> suite.inStatus(tasks, "COMPLETED") == 200);
    assertThat(toldMoreThanOnce(tasks)).isZero();
  }

  @Test
  void databaseSessionsThatDieMidMergeLoseNothing() throws Exception {
    var tasks = Stream.generate(Messages::article).limit(300).toList();
    for (var task : tasks) {
      suite.accept(task);
      ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
      if (tasks.indexOf(task) % 60 == 30) {
        suite.flush();
        suite.count(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                + " where application_name = 'onceflow-aggregator'"
                + " and datname = current_database()");
      }
    }
    suite.flush();

    await().atMost(Duration.ofSeconds(30)).until(() -> suite.inStatus(tasks, "COMPLETED") == 300);
    assertThat(toldMoreThanOnce(tasks)).isZero();
  }

  @Test
  void whatCannotBeReadIsSetAsideUntouchedAndBlocksNothing() {
    var bytes = ("not json " + UuidV7.next()).getBytes(StandardCharsets.UTF_8);
    var task = article();
    for (var partition = 0; partition < 3; partition++) {
      var record =
          new ProducerRecord<>(
              Topics.RESULT, partition, "key".getBytes(StandardCharsets.UTF_8), bytes);
      TestSuite.header(record, "message-type", "StepFinished");
      TestSuite.header(record, "schema-version", "1");
      suite.send(record);
    }
    suite.accept(task);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));

    assertThat(status(answer(task))).isEqualTo("COMPLETED");
    await()
        .until(
            () ->
                suite.count(
                        "select count(*) from aggregator.dead_letter where raw = ?"
                            + " and code = 'malformed-message' and source like 'ai.task.result/%'",
                        Base64.getEncoder().encodeToString(bytes))
                    == 3);
  }

  private long toldMoreThanOnce(List<TaskAccepted> tasks) {
    return suite.count(
        "select count(*) from (select key from aggregator.outbox where key between ? and ?"
            + " and messages like '%\"type\":\"TaskFinished\"%'"
            + " group by key having count(*) > 1) as told",
        tasks.getFirst().taskId().value(), tasks.getLast().taskId().value());
  }

  private JsonNode answer(TaskAccepted task) {
    return client().task(task.taskId(), "PT30S");
  }

  private Client client() {
    return suite.instance().client();
  }

  private static String status(JsonNode answer) {
    return answer.path("status").asString();
  }

  private long results(TaskAccepted task) {
    return suite.count(
        "select count(*) from aggregator.step_result where task_id = ?", task.taskId().value());
  }
}
