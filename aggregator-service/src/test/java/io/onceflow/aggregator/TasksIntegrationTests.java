package io.onceflow.aggregator;

import static io.onceflow.aggregator.Messages.article;
import static io.onceflow.aggregator.Messages.failed;
import static io.onceflow.aggregator.Messages.succeeded;
import static io.onceflow.aggregator.TestPipelines.ARTICLE;
import static io.onceflow.aggregator.TestSuite.OPERATOR_KEY;
import static io.onceflow.aggregator.TestSuite.OTHER_TENANT_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.DeadLetter;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepError;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.Pipelines;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What callers of the HTTP interface see. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TasksIntegrationTests {

  @SuppressWarnings("NullAway.Init")
  private TestSuite suite;

  @BeforeAll
  void start() {
    suite = TestSuite.shared();
  }

  @Test
  void aReadRightAfterTheAcceptanceWaitsForTheTask() {
    var task = article();
    var read = CompletableFuture.supplyAsync(() -> client().get(path(task)));
    suite.accept(task);

    assertThat(read.join().statusCode()).isEqualTo(200);
    assertThat(MessageJson.mapper().readTree(read.join().body()).path("status").asString())
        .isEqualTo("PROCESSING");
  }

  @Test
  void aTaskThatNeverWasIsNotFoundAtOnce() {
    var began = Instant.now();
    var answer = client().get("/api/v1/tasks/01890000-0000-7000-8000-000000000000?wait=PT30S");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("urn:onceflow:problem:not-found");
    assertThat(Duration.between(began, Instant.now())).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void waitEndsWithTheAnswerOrWithTheTime() {
    var task = article();
    suite.accept(task);
    assertThat(client().task(task.taskId(), "PT0.3S").path("status").asString())
        .isEqualTo("PROCESSING");
    var waiting = CompletableFuture.supplyAsync(() -> client().task(task.taskId(), "PT30S"));
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    assertThat(waiting.join().path("status").asString()).isEqualTo("COMPLETED");
    assertThat(client().get(path(task) + "?wait=soon").statusCode()).isEqualTo(400);
  }

  @Test
  void anotherTenantSeesNothing() {
    var task = finished();
    var rival = suite.instance().client(OTHER_TENANT_KEY);
    assertThat(rival.get(path(task)).statusCode()).isEqualTo(404);
    assertThat(rival.post(path(task) + "/cancel", "").statusCode()).isEqualTo(404);
    assertThat(rival.post(path(task) + "/retry", "").statusCode()).isEqualTo(404);
    assertThat(rival.get(path(task) + "/events").statusCode()).isEqualTo(404);
    assertThat(rival.json("/api/v1/tasks").path("items")).isEmpty();
    assertThat(rival.json("/api/v1/dead-letters").path("items")).isEmpty();
    assertThat(rival.json("/api/v1/usage").path("groups")).isEmpty();
    assertThat(suite.instance().client("nobody").get(path(task)).statusCode()).isEqualTo(401);
  }

  @Test
  void tasksAreListedNewestFirstByPagesAndFilters() {
    var first = finished();
    var second = finished();
    var open = article();
    suite.accept(open);
    client().task(open.taskId(), "PT0S");
    var from = "from=" + first.submittedAt().minusMillis(1);

    var page = client().json("/api/v1/tasks?limit=1&status=COMPLETED&" + from);
    assertThat(ids(page)).containsExactly(second.taskId().toString());
    var next =
        client()
            .json(
                "/api/v1/tasks?limit=1&status=COMPLETED&%s&cursor=%s"
                    .formatted(from, page.path("nextCursor").asString()));
    assertThat(ids(next)).containsExactly(first.taskId().toString());
    assertThat(next.at("/items/0").has("result")).isFalse();
    assertThat(next.at("/items/0/steps/summary-gen/status").asString()).isEqualTo("SUCCEEDED");
    assertThat(ids(client().json("/api/v1/tasks?status=PROCESSING&" + from)))
        .contains(open.taskId().toString())
        .doesNotContain(first.taskId().toString());
    assertThat(ids(client().json("/api/v1/tasks?q=" + open.taskId())))
        .containsExactly(open.taskId().toString());
    assertThat(ids(client().json("/api/v1/tasks?step=summary-gen&q=A+TITLE&" + from)))
        .contains(open.taskId().toString());
    assertThat(ids(client().json("/api/v1/tasks?step=no-step&" + from))).isEmpty();
    assertThat(ids(client().json("/api/v1/tasks?pipeline=document&q=100%25&" + from))).isEmpty();
    assertThat(client().get("/api/v1/tasks?limit=0").statusCode()).isEqualTo(400);
    assertThat(client().get("/api/v1/tasks?from=2030-01-01T00:00:00Z&to=2029-01-01T00:00:00Z"))
        .satisfies(
            refused -> {
              assertThat(refused.statusCode()).isEqualTo(400);
              assertThat(refused.body()).contains("\"field\":\"from\"");
            });
    assertThat(client().get("/api/v1/tasks?status=LOST").statusCode()).isEqualTo(400);
    assertThat(client().get("/api/v1/tasks?cursor=!").statusCode()).isEqualTo(400);
    var noId = client().get("/api/v1/tasks/0199-and-so-on");
    assertThat(noId.statusCode()).isEqualTo(400);
    assertThat(noId.body()).contains("'id' is not an id.").doesNotContain("convert");
  }

  @Test
  void aCancelledTaskIsFinalAndTheWorkersAreTold() {
    var task = article();
    suite.accept(task);
    suite.finish(succeeded(task, ARTICLE.get(0)));

    var answer = client().post(path(task) + "/cancel", "");

    assertThat(answer.statusCode()).isEqualTo(200);
    var cancelled = MessageJson.mapper().readTree(answer.body());
    assertThat(cancelled.path("status").asString()).isEqualTo("CANCELLED");
    assertThat(cancelled.at("/steps/summary-gen/status").asString()).isEqualTo("SKIPPED");
    assertThat(cancelled.has("finishedAt")).isTrue();
    assertThat(cancelled.path("revision").asLong()).isGreaterThan(1);
    assertThat(suite.outbox(task.taskId(), "TaskCancelled")).hasSize(1);
    assertThat(client().post(path(task) + "/cancel", "").statusCode()).isEqualTo(409);
    assertThat(client().post(path(task) + "/retry", "").statusCode()).isEqualTo(409);
    assertThat(client().post(path(finished()) + "/cancel", "").statusCode()).isEqualTo(409);
  }

  @Test
  void ofACancellationAndALastResultOneDecides() {
    var tasks = Stream.generate(Messages::article).limit(40).toList();
    tasks.forEach(suite::accept);
    for (var task : tasks) {
      ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));
    }
    client().task(tasks.getLast().taskId(), "PT1S");
    var cancels =
        tasks.stream()
            .map(
                task -> {
                  suite.finish(succeeded(task, ARTICLE.get(0)));
                  return CompletableFuture.supplyAsync(
                      () -> client().post(path(task) + "/cancel", "").statusCode());
                })
            .toList();
    for (var i = 0; i < tasks.size(); i++) {
      var expected = cancels.get(i).join() == 200 ? "CANCELLED" : "COMPLETED";
      var task = tasks.get(i).taskId();
      assertThat(client().task(task, "PT20S").path("status").asString()).isEqualTo(expected);
      await().until(() -> client().task(task, "PT0S").path("result").size() == 4);
      assertThat(suite.outbox(task, "TaskFinished"))
          .extracting(it -> it.path("status").asString())
          .containsOnly(expected);
    }
  }

  @Test
  void aRetryAsksTheFailedStepAgainAndItsResultReplacesTheAnswer() {
    var task = article();
    suite.accept(task);
    var failure = failed(task, ARTICLE.get(0), 3);
    suite.finish(failure);
    ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));
    var partial = client().task(task.taskId(), "PT20S");

    var retried = client().post(path(task) + "/retry", "");

    assertThat(retried.statusCode()).isEqualTo(200);
    assertThat(MessageJson.mapper().readTree(retried.body()).path("revision").asLong())
        .isEqualTo(partial.path("revision").asLong() + 1);
    assertThat(suite.outbox(task.taskId(), "StepRequested"))
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.path("step").asString()).isEqualTo("quality-score");
              assertThat(Instant.parse(request.path("publishedAt").asString()))
                  .isAfter(failure.finishedAt());
              assertThat(Instant.parse(request.path("expiresAt").asString()))
                  .isAfter(task.expiresAt());
            });
    // the failure is delivered once more, and ends nothing
    suite.finish(failure);
    suite.finish(succeeded(task, ARTICLE.get(0)));
    var completed =
        await()
            .until(
                () -> client().task(task.taskId(), "PT0S"),
                it -> it.path("status").asString().equals("COMPLETED"));
    assertThat(completed.path("revision").asLong())
        .isEqualTo(partial.path("revision").asLong() + 2);
    assertThat(completed.at("/steps/quality-score/usage/costUsd").asString()).isEqualTo("0.002000");
    assertThat(client().post(path(task) + "/retry", "").statusCode()).isEqualTo(409);
  }

  @Test
  void theStreamShowsTheSnapshotThenEachRevisionAndResumes() throws Exception {
    var task = article();
    suite.accept(task);
    var lines =
        HttpClient.newHttpClient()
            .send(client().request(path(task) + "/events").build(), BodyHandlers.ofLines())
            .body()
            .iterator();
    assertThat(nextId(lines)).isEqualTo(1);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    var latest = client().task(task.taskId(), "PT20S").path("revision").asLong();
    var seen = 1L;
    while (seen < latest) {
      var id = nextId(lines);
      assertThat(id).isGreaterThan(seen);
      seen = id;
    }
    var resumed =
        HttpClient.newHttpClient()
            .send(
                client()
                    .request(path(task) + "/events")
                    .header("Last-Event-ID", String.valueOf(latest - 1))
                    .build(),
                BodyHandlers.ofLines())
            .body()
            .iterator();
    assertThat(nextId(resumed)).isEqualTo(latest);
  }

  private static long nextId(Iterator<String> lines) {
    while (lines.hasNext()) {
      var line = lines.next();
      if (line.startsWith("id:")) {
        return Long.parseLong(line.substring(3).strip());
      }
    }
    throw new AssertionError("the stream has ended");
  }

  @Test
  void deadLettersAreListedAndRedrivenOnce() {
    var task = article();
    suite.accept(task);
    var step = ARTICLE.get(0);
    suite.finish(failed(task, step, 3));
    ARTICLE.stream().skip(1).forEach(it -> suite.finish(succeeded(task, it)));
    client().task(task.taskId(), "PT20S");
    var request =
        StepRequested.first(
            task,
            Pipelines.shipped().step(step).orElseThrow(),
            task.input(),
            task.inputSha256(),
            "ingest-service",
            Instant.now());
    var letter =
        new DeadLetter(
            UuidV7.next(),
            task.taskId(),
            "acme",
            step,
            request,
            new StepError("provider-down", "no answer \0", true),
            "java.net.ConnectException",
            Instant.now(),
            3);
    suite.send(Topics.DEAD_LETTERS, task.taskId(), letter);
    suite.send(Topics.DEAD_LETTERS, task.taskId(), letter);

    var listed =
        await()
            .until(
                () -> client().json("/api/v1/dead-letters?error=provider-down").path("items"),
                items -> !items.isEmpty());
    assertThat(listed).hasSize(1);
    var whole = client().json("/api/v1/dead-letters/" + letter.messageId());
    assertThat(whole.at("/original/step").asString()).isEqualTo("quality-score");
    var rival = suite.instance().client(OTHER_TENANT_KEY);
    assertThat(rival.get("/api/v1/dead-letters/" + letter.messageId()).statusCode()).isEqualTo(404);
    var body = "{\"filter\":{\"error\":\"provider-down\"},\"dryRun\":%s}";
    assertThat(client().post("/api/v1/dead-letters/redrive", body.formatted(true)).statusCode())
        .isEqualTo(403);
    var operator = suite.instance().client(OPERATOR_KEY);
    var dry =
        MessageJson.mapper()
            .readTree(operator.post("/api/v1/dead-letters/redrive", body.formatted(true)).body());
    assertThat(dry.path("matched").asInt()).isEqualTo(1);
    assertThat(dry.path("planned").asInt()).isZero();
    assertThat(dry.path("estimatedCostUsd").asString()).matches("0\\.00\\d{4}");

    for (var i = 0; i < 2; i++) {
      operator.post("/api/v1/dead-letters/redrive", "{\"filter\":{\"error\":\"provider-down\"}}");
    }
    await().until(() -> suite.outbox(task.taskId(), "StepRequested").size() == 1);
    suite.finish(succeeded(task, step));
    await()
        .until(
            () ->
                client().task(task.taskId(), "PT0S").path("status").asString().equals("COMPLETED"));
    assertThat(suite.outbox(task.taskId(), "StepRequested")).hasSize(1);
  }

  @Test
  void usageIsSummedByDayTenantStepAndModel() {
    finished();
    var usage = client().json("/api/v1/usage?groupBy=day,tenant,step,model");
    assertThat(usage.at("/groups/0/tenant").asString()).isEqualTo("acme");
    assertThat(usage.at("/groups/0/calls").asLong()).isPositive();
    assertThat(usage.at("/groups/0/costUsd").asString()).matches("\\d+\\.\\d{6}");
    assertThat(client().get("/api/v1/usage?groupBy=colour").statusCode()).isEqualTo(400);
  }

  @Test
  void callersLearnWhoTheyAreAndWhichPipelinesThereAre() {
    var me = client().json("/api/v1/me");
    assertThat(me.path("tenant").asString()).isEqualTo("acme");
    assertThat(me.path("user").asString()).isEqualTo("ann");
    assertThat(me.path("roles").toString()).isEqualTo("[\"user\"]");
    assertThat(me.at("/quotas/submissions/burst").asInt()).isEqualTo(100_000);
    assertThat(client().json("/api/v1/pipelines").path("pipelines").size()).isEqualTo(3);
    assertThat(suite.instance().client("nobody").get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void eachTaskTakesFromWhatItsTenantMayStillSubmit() {
    finished();
    var left = submissionsLeft();
    finished();
    assertThat(submissionsLeft()).isLessThan(left);
    var rival = suite.instance().client(OTHER_TENANT_KEY).json("/api/v1/me");
    assertThat(rival.at("/quotas/submissions/left").asInt()).isEqualTo(100_000);
  }

  private int submissionsLeft() {
    return client().json("/api/v1/me").at("/quotas/submissions/left").asInt();
  }

  private TaskAccepted finished() {
    var task = article();
    suite.accept(task);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    assertThat(client().task(task.taskId(), "PT20S").path("status").asString())
        .isEqualTo("COMPLETED");
    return task;
  }

  private Client client() {
    return suite.instance().client();
  }

  private static String path(TaskAccepted task) {
    return path(task.taskId());
  }

  private static String path(TaskId task) {
    return "/api/v1/tasks/" + task;
  }

  private static Iterable<String> ids(JsonNode page) {
    return page.path("items").valueStream().map(it -> it.path("taskId").asString()).toList();
  }
}
