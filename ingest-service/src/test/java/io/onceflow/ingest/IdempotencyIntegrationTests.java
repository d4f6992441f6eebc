package io.onceflow.ingest;

import static io.onceflow.ingest.RunningIngest.TASKS;
import static io.onceflow.ingest.RunningIngest.json;
import static io.onceflow.ingest.RunningIngest.taskId;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.ingest.commit.IdempotencyKeyTable;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdempotencyIntegrationTests {
  private final RunningIngest ingest = RunningIngest.shared();

  @Test
  void fiftyParallelPostsWithOneKeyAreOneTaskAndFortyNineReplays() throws Exception {
    assertOneTask(together(50, _ -> ingest.submit("fifty:process:1", Map.of("text", "One."))));
  }

  @Test
  void twoInstancesAgreeOnOneTaskToo() throws Exception {
    var database = TestServers.shared().freshDatabase();
    try (var one = RunningIngest.startOn(database);
        var other = RunningIngest.startOn(database)) {
      assertOneTask(
          together(
              50, i -> (i % 2 == 0 ? one : other).submit("two:process:1", Map.of("text", "One."))));
      assertThat(one.count("ingest.task")).isEqualTo(1);
      assertThat(one.count("ingest.outbox")).isEqualTo(1);
    }
  }

  @Test
  void aReplayHasTheBytesOfTheFirstAnswer() {
    var request = Map.of("text", "Replayed.", "priority", 3);
    var first = ingest.submit("replay:process:1", request);
    var second = ingest.submit("\"replay:process:1\"", request);
    assertThat(first.headers().firstValue("Idempotency-Replayed")).isEmpty();
    assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("true");
    assertThat(second.statusCode()).isEqualTo(202);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.headers().firstValue("Location"))
        .isEqualTo(first.headers().firstValue("Location"));
  }

  @Test
  void theOrderOfFieldsDoesNotMatter() {
    var first = ingest.submit("order:process:1", "{\"text\":\"a\",\"title\":\"b\"}");
    var second = ingest.submit("order:process:1", "{ \"title\":\"b\", \"text\":\"a\" }");
    assertThat(taskId(second)).isEqualTo(taskId(first));
  }

  @Test
  void theSameKeyWithAnotherRequestIsRefused() {
    var first = ingest.submit("reused:process:1", Map.of("text", "First."));
    var tasks = ingest.count("ingest.task");
    for (var other : List.of(Map.of("text", "Second."), Map.of("text", "First.", "priority", 6))) {
      var answer = ingest.submit("reused:process:1", other);
      assertThat(answer.statusCode()).isEqualTo(422);
      assertThat(json(answer).required("type").stringValue())
          .isEqualTo("urn:onceflow:problem:idempotency-key-reused");
    }
    assertThat(ingest.count("ingest.task")).isEqualTo(tasks);
    assertThat(
            ingest.one(
                Integer.class,
                "select count(*) from payload.payload where content = ?",
                (Object) "Second.".getBytes(StandardCharsets.UTF_8)))
        .isZero();
    assertThat(taskId(ingest.submit("reused:process:1", Map.of("text", "First."))))
        .isEqualTo(taskId(first));
  }

  @Test
  void aKeyIsTheTenantsOwn() {
    var body = "{\"text\":\"Mine.\"}";
    var first = ingest.submit("shared:process:1", body);
    var other =
        ingest.send(
            ingest
                .anonymousTo(TASKS)
                .header("X-API-Key", "key-of-globex")
                .header("Idempotency-Key", "shared:process:1")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    assertThat(other.statusCode()).isEqualTo(202);
    assertThat(taskId(other)).isNotEqualTo(taskId(first));
  }

  @Test
  void withoutAKeyEveryRequestIsNew() {
    var request = Map.of("text", "Again.");
    assertThat(taskId(ingest.submit("", request))).isNotEqualTo(taskId(ingest.submit("", request)));
  }

  @Test
  void aKeyPastItsWindowIsFreeWhetherPurgedOrNot() {
    var request = Map.of("text", "Old.");
    var first = taskId(ingest.submit("old:process:1", request));
    expire("old:process:1");
    var second = taskId(ingest.submit("old:process:1", request));
    assertThat(second).isNotEqualTo(first);
    assertThat(taskId(ingest.submit("old:process:1", request))).isEqualTo(second);

    expire("old:process:1");
    assertThat(ingest.bean(IdempotencyKeyTable.class).deleteExpired(10)).isEqualTo(1);
    assertThat(taskId(ingest.submit("old:process:1", request))).isNotIn(first, second);
  }

  private void expire(String key) {
    ingest
        .database()
        .update("update ingest.idempotency_key set expires_at = now() where key = ?", key);
  }

  private static void assertOneTask(List<HttpResponse<String>> answers) {
    assertThat(answers).allMatch(answer -> answer.statusCode() == 202);
    assertThat(answers.stream().map(HttpResponse::body).distinct()).hasSize(1);
    assertThat(
            answers.stream()
                .filter(answer -> answer.headers().firstValue("Idempotency-Replayed").isPresent()))
        .hasSize(answers.size() - 1);
  }

  /** Runs the calls at the same moment, each on a thread of its own. */
  private static <T> List<T> together(int times, IntFunction<T> call)
      throws InterruptedException, ExecutionException {
    var start = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, times)
              .<Callable<T>>mapToObj(
                  i ->
                      () -> {
                        start.await();
                        return call.apply(i);
                      })
              .map(threads::submit)
              .toList();
      start.countDown();
      var results = new ArrayList<T>();
      for (Future<T> each : calls) {
        results.add(each.get());
      }
      return results;
    }
  }
}
