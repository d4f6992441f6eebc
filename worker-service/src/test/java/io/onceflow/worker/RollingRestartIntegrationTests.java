package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepFinished;
import io.onceflow.worker.testing.NoSecondPaidCall;
import io.onceflow.worker.testing.TestSuite;
import io.onceflow.worker.testing.WorkerProcess;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Worker processes are replaced one after the other while they work. */
class RollingRestartIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int TASKS = 2000;

  private TestSuite suite;

  @BeforeEach
  void start() {
    suite = new TestSuite("engine: fake\nconcurrency: 8");
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  /**
   * The processes are started beforehand, because on a small machine one takes longer to start than
   * two seconds. Their successor comes while they go.
   */
  @Test
  void aWorkerIsAskedToStopEveryTwoSecondsDuringTwoThousandTasks() {
    var requests =
        IntStream.range(0, TASKS).mapToObj(i -> suite.request("wait 150\n" + i)).toList();
    var workers = Stream.generate(() -> suite.forkWorker(Map.of())).limit(4).toList();
    await().atMost(SOON).until(() -> suite.living() == workers.size());
    suite.publishAll(requests);
    suite.forkWorker(Map.of());

    for (var worker : workers) {
      await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
      assertThat(answered()).as("answers before the last one is stopped").isLessThan(TASKS);
      worker.terminate();
    }
    await().atMost(SOON).until(() -> answered() == TASKS);

    await().atMost(SOON).until(() -> workers.stream().noneMatch(WorkerProcess::isAlive));
    new NoSecondPaidCall(suite).check(requests, 0);
    assertThat(suite.count("select count(*) from worker.model_call where outcome <> 'SUCCEEDED'"))
        .as("calls that were cut off")
        .isZero();
    await().atMost(SOON).until(() -> suite.lag() == 0);
  }

  private long answered() {
    return suite.finished().stream().map(StepFinished::taskId).distinct().count();
  }
}
