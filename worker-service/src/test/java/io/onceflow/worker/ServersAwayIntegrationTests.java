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

/**
 * PostgreSQL, Kafka and Redis go away and come back; the workers go on by themselves.
 *
 * <p>Thirty seconds are three times the lease (10 s) and the consumers' session (10 s), ten times
 * what a connection is waited for (3 s), and as long as a statement may take (30 s). Here these
 * times are shorter, and an outage is at least as long in proportion: nine seconds are three leases
 * of 3 s, 36 waits for a connection, and four times the longest statement. The session cannot be
 * shorter than the 6 s that brokers allow, so Kafka is away for two of them, and more with the time
 * that it takes to stop and to start.
 */
class ServersAwayIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Map<String, String> SHORT_TIMES =
      Map.ofEntries(
          Map.entry("onceflow.takeover.lease", "3s"),
          // whoever is too quick to judge would do so before the others can be heard
          Map.entry("onceflow.takeover.beat-interval", "1s"),
          Map.entry("onceflow.takeover.scan-interval", "20ms"),
          Map.entry("spring.datasource.hikari.connection-timeout", "250"),
          Map.entry("spring.datasource.hikari.validation-timeout", "250"),
          Map.entry("spring.datasource.hikari.data-source-properties.socketTimeout", "2"),
          Map.entry("spring.datasource.hikari.data-source-properties.connectTimeout", "1"),
          Map.entry("spring.kafka.consumer.properties.session.timeout.ms", "6000"),
          Map.entry("spring.kafka.consumer.properties.heartbeat.interval.ms", "1000"),
          Map.entry("spring.kafka.consumer.properties.request.timeout.ms", "2000"),
          Map.entry("spring.kafka.consumer.properties.default.api.timeout.ms", "3000"),
          Map.entry("spring.kafka.producer.properties.request.timeout.ms", "2000"),
          Map.entry("spring.kafka.producer.properties.delivery.timeout.ms", "3000"));

  private static final Duration THREE_LEASES = Duration.ofSeconds(9);
  private static final Duration TWO_SESSIONS = Duration.ofSeconds(12);

  private TestSuite suite;
  private ConfigurableApplicationContext worker;

  @BeforeEach
  void start() {
    suite = new TestSuite("engine: fake\nconcurrency: 8\ntimeout: PT2M");
    worker = suite.startWorker(SHORT_TIMES);
    // another one, which could take claims over when it should not
    suite.startWorker(SHORT_TIMES);
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @Test
  void postgresIsAwayForThreeLeasesWhileSomeCallsEndAndOthersGoOn() {
    var ending = requests("gate during\ndocument ", 4);
    var goingOn = requests("gate after\ndocument ", 3);
    suite.publishAll(ending);
    suite.publishAll(goingOn);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 7);

    var coming = requests("asked for meanwhile ", 5);
    suite.servers().faults().stopPostgres();
    try {
      await().atMost(SOON).until(() -> readiness().equals(Status.DOWN));
      suite.provider().open("during");
      coming.forEach(suite::send);
      await().pollDelay(THREE_LEASES).until(() -> true);
    } finally {
      suite.servers().faults().startPostgres();
    }

    awaitAnswers(ending);
    awaitAnswers(coming);
    await().atMost(SOON).until(() -> readiness().equals(Status.UP));
    // time enough for a takeover and its call
    await().pollDelay(THREE_LEASES.dividedBy(2)).until(() -> true);
    suite.provider().open("after");
    awaitAnswers(goingOn);
    new NoSecondPaidCall(suite).check(all(Stream.of(ending, goingOn, coming)), 0);
  }

  @Test
  void kafkaIsAwayForTwoSessionsWhileCallsRunAndARetryFallsDue() {
    var ending = requests("gate kafka\ndocument ", 7);
    var retried = requests("busy 6\nretried ", 1);
    suite.publishAll(ending);
    suite.publishAll(retried);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 8);

    suite.servers().faults().stopKafka();
    try {
      await().atMost(SOON).until(() -> readiness().equals(Status.DOWN));
      suite.provider().open("kafka");
      // recorded meanwhile; the answers wait in the outbox
      await()
          .atMost(SOON)
          .until(
              () ->
                  suite.count(
                          "select count(*) from worker.step_execution where status = 'SUCCEEDED'")
                      == 7);
      await().pollDelay(TWO_SESSIONS).atMost(SOON).until(() -> true);
    } finally {
      suite.servers().faults().startKafka();
    }

    awaitAnswers(ending);
    awaitAnswers(retried);
    await().atMost(SOON).until(() -> readiness().equals(Status.UP));
    var later = requests("after kafka ", 5);
    suite.publishAll(later);
    awaitAnswers(later);
    // one more call than documents: the retry
    new NoSecondPaidCall(suite).check(all(Stream.of(ending, retried, later)), 1);
    await().atMost(SOON).until(() -> suite.lag() == 0);
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

  private static List<StepRequested> all(Stream<List<StepRequested>> requests) {
    return requests.flatMap(List::stream).toList();
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
