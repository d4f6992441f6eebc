package io.onceflow.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.StepFinished;
import io.onceflow.worker.testing.TestSuite;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same work is called for once, whoever asks for it and whenever. */
class StepOnceIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  private TestSuite suite;

  @BeforeEach
  void start() {
    suite = new TestSuite("engine: fake\nbackoff: {initial: PT0.1S, max: PT0.5S}");
  }

  @AfterEach
  void stop() {
    suite.close();
  }

  @Test
  void fiftyTasksWithTheSameDocumentMakeOneCallAndGetFiftyAnswers() {
    suite.startWorker(Map.of());
    suite.startWorker(Map.of());
    var requests = IntStream.range(0, 50).mapToObj(_ -> suite.request("wait 300\nsame")).toList();
    requests.forEach(suite::publish);

    await().atMost(SOON).until(() -> suite.finished().size() >= 50);

    assertThat(suite.provider().calls()).hasSize(1);
    assertThat(suite.finished())
        .allSatisfy(answer -> assertThat(answer).isInstanceOf(StepFinished.Succeeded.class));
    assertThat(suite.finished().stream().map(StepFinished::taskId).distinct()).hasSize(50);
    assertThat(suite.finished().stream().filter(a -> !((StepFinished.Succeeded) a).reused()))
        .hasSize(1);
  }
}
