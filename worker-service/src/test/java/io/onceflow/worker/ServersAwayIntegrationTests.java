package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepRequested;
import io.onceflow.worker.testing.NoSecondPaidCall;
import io.onceflow.worker.testing.TestSuite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** PostgreSQL, Kafka and Redis go away and come back; the workers go on by themselves. */
class ServersAwayIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Map<String, String> SHORT_LEASE =
      Map.of(
          "onceflow.takeover.lease", "3s",
          // whoever is too quick to judge would do so before the others can be heard
          "onceflow.takeover.beat-interval", "1s",
          "onceflow.takeover.scan-interval", "20ms");

  private TestSuite suite;
  private ConfigurableApplicationContext worker;

  @BeforeEach
  void start() {
    suite = new TestSuite("engine: fake\nconcurrency: 8\ntimeout: PT2M");
    worker = suite.startWorker(SHORT_LEASE);
    // another one, which could take claims over when it should not
    suite.startWorker(SHORT_LEASE);
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @Test
  void postgresIsAwayForLongerThanTheLeaseWhileSomeCallsEndAndOthersGoOn() {
    var ending = requests("gate during\ndocument ", 4);
    var goingOn = requests("gate after\ndocument ", 3);
    var requests = Stream.concat(ending.stream(), goingOn.stream()).toList();
    requests.forEach(suite::publish);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 7);

    suite.servers().faults().stopPostgres();
    try {
      await().atMost(SOON).until(() -> readiness().equals(Status.DOWN));
      suite.provider().open("during");
      await().pollDelay(Duration.ofSeconds(4)).until(() -> true);
    } finally {
      suite.servers().faults().startPostgres();
    }

    awaitAnswers(ending);
    await().atMost(SOON).until(() -> readiness().equals(Status.UP));
    // time enough for a takeover and its call
    await().pollDelay(Duration.ofSeconds(4)).until(() -> true);
    suite.provider().open("after");
    awaitAnswers(goingOn);
    new NoSecondPaidCall(suite).check(requests, 0);
  }

  @Test
  void kafkaIsAwayWhileCallsRun() {
    var requests = requests("gate kafka\ndocument ", 8);
    requests.forEach(suite::publish);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 8);

    suite.servers().faults().stopKafka();
    try {
      await().atMost(SOON).until(() -> readiness().equals(Status.DOWN));
      suite.provider().open("kafka");
      awaitAnswers(requests);
    } finally {
      suite.servers().faults().startKafka();
    }

    await().atMost(SOON).until(() -> readiness().equals(Status.UP));
    var later = requests("after kafka ", 5);
    later.forEach(suite::publish);
    awaitAnswers(later);
    assertThat(suite.provider().calls()).hasSize(13);
  }

  @Test
  void redisDoesNotAnswer() {
    suite.servers().faults().pauseRedis();
    try {
      var requests =
          IntStream.range(0, 40).mapToObj(i -> suite.request("without locks " + i % 20)).toList();
      requests.forEach(suite::publish);
      awaitAnswers(requests);

      assertThat(readiness()).isEqualTo(Status.UP);
      new NoSecondPaidCall(suite).check(requests, 0);
    } finally {
      suite.servers().faults().resumeRedis();
    }
  }

  private Status readiness() {
    var group = worker.getBean(HealthEndpoint.class).healthForPath("readiness");
    return group == null ? Status.UNKNOWN : group.getStatus();
  }

  private List<StepRequested> requests(String text, int count) {
    return IntStream.range(0, count).mapToObj(i -> suite.request(text + i)).toList();
  }

  private void awaitAnswers(List<StepRequested> requests) {
    await()
        .atMost(SOON)
        .until(() -> requests.stream().noneMatch(r -> suite.finished(r.taskId()).isEmpty()));
  }
}
