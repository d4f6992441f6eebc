package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.MessageJson;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepRequested;
import io.onceflow.worker.testing.TestSuite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** A call whose worker died is not made again by itself where the step's policy is to hold. */
class HeldStepIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String RELEASED = "gates never again\nreleased";
  private static final String GIVEN_UP = "gates never again\ngiven up";
  private static final Map<String, String> SHORT_LEASE =
      Map.of(
          "onceflow.takeover.lease", "2s",
          // the shortest that brokers take by default
          "spring.kafka.consumer.properties.session.timeout.ms", "6000",
          "onceflow.takeover.beat-interval", "500ms",
          "onceflow.takeover.scan-interval", "200ms");

  private static TestSuite suite;
  private static StepRequested released;
  private static StepRequested givenUp;
  private static ConfigurableApplicationContext worker;

  /** A worker is killed during two calls, and another one takes the claims over. */
  @BeforeAll
  static void callsAreHeld() {
    suite = new TestSuite("engine: fake\nconcurrency: 4\non-unknown-outcome: hold");
    released = suite.request(RELEASED);
    givenUp = suite.request(GIVEN_UP);
    suite.publishAll(List.of(released, givenUp));
    var victim = suite.forkWorker(SHORT_LEASE);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 2);
    victim.kill();
    suite.provider().open("again");
    worker = suite.startWorker(SHORT_LEASE);
    awaitAnswers(released, 1);
    awaitAnswers(givenUp, 1);
  }

  @AfterAll
  static void stop() {
    suite.close();
  }

  @Test
  void theTaskIsToldAndAnOperatorHasTheCallMadeOnceMore() throws Exception {
    assertThat(suite.finished(released.taskId()).getFirst())
        .isInstanceOfSatisfying(
            StepFinished.Failed.class,
            failed -> assertThat(failed.error().code()).isEqualTo("outcome-unknown"));
    // redelivered, and asked for by another task: neither has it called again
    suite.publish(released);
    var other = suite.request(RELEASED);
    suite.publish(other);
    awaitAnswers(released, 2);
    awaitAnswers(other, 1);
    assertThat(suite.provider().callsFor(RELEASED)).hasSize(1);

    var execKey = execKey(released);
    assertThat(call("POST", "/" + execKey).statusCode()).isEqualTo(204);
    awaitAnswers(released, 3);

    assertThat(suite.finished(released.taskId()).getLast())
        .isInstanceOfSatisfying(
            StepFinished.Succeeded.class, success -> assertThat(success.attempt()).isEqualTo(2));
    assertThat(suite.provider().callsFor(RELEASED)).hasSize(2);
    assertThat(call("POST", "/" + execKey).statusCode()).isEqualTo(404);
  }

  @Test
  void anOperatorGivesTheCallUpAndALaterTaskBeginsAnew() throws Exception {
    var execKey = execKey(givenUp);
    assertThat(call("DELETE", "/" + execKey).statusCode()).isEqualTo(204);

    assertThat(call("GET", "").body()).doesNotContain(execKey);
    var later = suite.request(GIVEN_UP);
    suite.publish(later);
    awaitAnswers(later, 1);
    assertThat(suite.finished(later.taskId()).getFirst())
        .isInstanceOf(StepFinished.Succeeded.class);
    assertThat(suite.finished(givenUp.taskId())).hasSize(1);
  }

  @Test
  void whatIsNoKeyIsRefused() throws Exception {
    assertThat(call("DELETE", "/nonsense").statusCode()).isEqualTo(400);
  }

  /** As the operators' list names it. */
  private static String execKey(StepRequested request) throws Exception {
    for (var held : MessageJson.mapper().readTree(call("GET", "").body()).get("executions")) {
      if (held.get("taskId").asString().equals(request.taskId().toString())) {
        return held.get("execKey").asString();
      }
    }
    throw new AssertionError("not held: " + request.taskId());
  }

  private static void awaitAnswers(StepRequested request, int answers) {
    await().atMost(SOON).until(() -> suite.finished(request.taskId()).size() >= answers);
  }

  private static HttpResponse<String> call(String method, String path)
      throws IOException, InterruptedException {
    var port = worker.getEnvironment().getRequiredProperty("local.management.port");
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:%s/actuator/held%s".formatted(port, path)))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }
}
