package io.onceflow.system.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.system.guarantees.NoLostTask;
import io.onceflow.system.suite.RunningSuite;
import io.onceflow.system.suite.TasksClient;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@TestInstance(Lifecycle.PER_CLASS)
class KilledServicesIntegrationTests {
  private static final int TASKS = 200;
  private static final int KILL_AFTER = 60;
  private static final Duration RESTART = Duration.ofMinutes(2);

  private RunningSuite suite;
  private TasksClient tasks;

  @BeforeAll
  void start(@TempDir Path folder) {
    suite =
        RunningSuite.start(
            folder,
            "--set",
            "onceflow.engine.default=echo",
            "--set",
            "onceflow.engine.echo.delay=50ms");
    tasks = new TasksClient(suite);
  }

  @AfterAll
  void stop() {
    suite.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest", "relay", "worker", "aggregator"})
  void aServiceKilledAndStartedAgainDuring200TasksLosesNone(String service) {
    var accepted = new ArrayList<String>();
    var killed = suite.pid(service);
    for (var i = 0; i < TASKS; i++) {
      if (i == KILL_AFTER) {
        suite.kill(service);
      }
      accepted.add(submitUntilAccepted(service + ":" + i));
    }
    await().atMost(RESTART).until(() -> suite.runsAgain(service, killed));
    assertThat(accepted).doesNotHaveDuplicates().hasSize(TASKS);
    new NoLostTask(tasks, Duration.ofSeconds(60)).check(accepted);
  }

  /** Sends one request again under its key until it is answered, as a client does. */
  private String submitUntilAccepted(String name) {
    var task = Map.of("text", "Task %s of run %s".formatted(name, UUID.randomUUID()));
    var key = "%s:%s".formatted(name, UUID.randomUUID());
    return await()
        .atMost(RESTART)
        .pollInterval(Duration.ofMillis(10))
        .pollDelay(Duration.ZERO)
        .until(() -> acceptedId(key, task), Optional::isPresent)
        .orElseThrow();
  }

  private Optional<String> acceptedId(String key, Map<String, String> task) {
    try {
      var answer = tasks.post(key, task);
      if (answer.statusCode() == 202) {
        return Optional.of(new JsonMapper().readTree(answer.body()).get("taskId").asString());
      }
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
      return Optional.empty();
    } catch (UncheckedIOException nobodyListens) {
      return Optional.empty();
    }
  }
}
