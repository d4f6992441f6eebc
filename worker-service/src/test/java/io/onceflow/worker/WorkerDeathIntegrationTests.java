package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepRequested;
import io.onceflow.worker.execution.Checkpoint.Place;
import io.onceflow.worker.testing.NoSecondPaidCall;
import io.onceflow.worker.testing.TestSuite;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers, as processes of their own, die and freeze; the work is done once all the same. */
class WorkerDeathIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Map<String, String> SHORT_LEASE =
      Map.of(
          "onceflow.takeover.lease", "3s",
          // the shortest that brokers take by default
          "spring.kafka.consumer.properties.session.timeout.ms", "6000",
          "onceflow.takeover.beat-interval", "500ms",
          "onceflow.takeover.scan-interval", "300ms");

  private TestSuite suite;

  @BeforeEach
  void start() {
    // one call at a time where a fault may cost a call, so that the cost is known exactly
    suite = new TestSuite("engine: fake\nconcurrency: 1\nbackoff: {initial: PT0.1S, max: PT0.2S}");
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void aWorkerIsKilledAt(Place place) {
    var settings = new HashMap<>(SHORT_LEASE);
    settings.put("test.halt-at", place.name());
    settings.put("test.halt-mark", suite.file("halted").toString());
    if (place == Place.AFTER_RECORD) {
      settings.put("onceflow.claim.acknowledge-interval", "1h");
    }
    var requests = IntStream.range(0, 12).mapToObj(i -> suite.request("killed " + i)).toList();
    requests.forEach(suite::publish);
    var victim = suite.forkWorker(settings);
    await().atMost(SOON).until(() -> !victim.isAlive());

    suite.startWorker(SHORT_LEASE);
    awaitAnswers(requests);

    new NoSecondPaidCall(suite).check(requests, place == Place.BEFORE_RECORD ? 1 : 0);
    await().atMost(SOON).until(() -> suite.lag() == 0);
  }

  @Test
  void aWorkerIsKilledDuringACall() {
    var text = "gates dead alive\nkilled";
    var request = suite.request(text);
    suite.publish(request);
    var victim = suite.forkWorker(SHORT_LEASE);
    await().atMost(SOON).until(() -> suite.provider().callsFor(text).size() == 1);
    suite.startWorker(SHORT_LEASE);

    victim.kill();
    suite.provider().open("alive");
    awaitAnswers(List.of(request));

    assertThat(suite.provider().callsFor(text)).hasSize(2);
    assertThat(suite.count("select count(*) from worker.model_call where outcome = 'UNKNOWN'"))
        .isEqualTo(1);
    new NoSecondPaidCall(suite).check(List.of(request), 1);
  }

  @Test
  void aFrozenWorkerWakesAfterItsWorkWasDoneByAnother() {
    var text = "gates late early\nfrozen";
    var request = suite.request(text);
    suite.publish(request);
    var frozen = suite.forkWorker(SHORT_LEASE);
    await().atMost(SOON).until(() -> suite.provider().callsFor(text).size() == 1);
    frozen.pause();
    suite.startWorker(SHORT_LEASE);
    suite.provider().open("early");
    awaitAnswers(List.of(request));

    suite.provider().open("late");
    frozen.resume();
    await()
        .atMost(SOON)
        .until(
            () ->
                suite.count(
                        "select count(*) from worker.model_call where outcome in ('LATE',"
                            + " 'CALLED_OFF')")
                    == 1);

    new NoSecondPaidCall(suite).check(List.of(request), 1);
  }

  @Test
  void aFrozenWorkersAnswerIsTakenWhereThereIsNoneYet() {
    var text = "gates first never\nfrozen";
    var request = suite.request(text);
    suite.publish(request);
    var frozen = suite.forkWorker(SHORT_LEASE);
    await().atMost(SOON).until(() -> suite.provider().callsFor(text).size() == 1);
    frozen.pause();
    suite.startWorker(SHORT_LEASE);
    await().atMost(SOON).until(() -> suite.provider().callsFor(text).size() == 2);

    suite.provider().open("first");
    frozen.resume();
    awaitAnswers(List.of(request));

    // the newer attempt, which would wait for ever, is called off
    await()
        .atMost(SOON)
        .until(
            () ->
                suite.count("select count(*) from worker.model_call where outcome = 'CALLED_OFF'")
                    == 1);
    new NoSecondPaidCall(suite).check(List.of(request), 1);
  }

  @Test
  void aWorkerThatIsAskedToStopHandsBackAtOnceWhatItCannotFinish() {
    var text = "gates unfinished finished\nhanded back";
    var request = suite.request(text);
    suite.publish(request);
    // a lease that would outlast this test
    var settings = Map.of("onceflow.run.shutdown-grace", "2s", "onceflow.takeover.lease", "10m");
    var stopped = suite.forkWorker(settings);
    await().atMost(SOON).until(() -> suite.provider().calls().size() == 1);

    stopped.stop();

    assertThat(suite.count("select count(*) from worker.step_execution where status = 'RUNNING'"))
        .isZero();
    assertThat(suite.count("select count(*) from worker.instance")).isZero();
    suite.provider().open("finished");
    suite.startWorker(settings);
    awaitAnswers(List.of(request));
    new NoSecondPaidCall(suite).check(List.of(request), 1);
  }

  private void awaitAnswers(List<StepRequested> requests) {
    await()
        .atMost(SOON)
        .until(() -> requests.stream().noneMatch(r -> suite.finished(r.taskId()).isEmpty()));
  }
}
