package io.onceflow.aggregator;

import static io.onceflow.aggregator.TestSuite.ARTICLE;
import static io.onceflow.aggregator.TestSuite.article;
import static io.onceflow.aggregator.TestSuite.failed;
import static io.onceflow.aggregator.TestSuite.succeeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.model.TaskAccepted;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MergeIntegrationTests {
  @SuppressWarnings("NullAway.Init")
  private TestSuite suite;

  @BeforeAll
  void start() {
    suite = TestSuite.start();
  }

  @AfterAll
  void stop() {
    suite.close();
  }

  @Test
  void fourResultsBecomeOneAnswer() {
    var task = article();
    suite.accept(task);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));

    var answer = suite.instance().client().task(task.taskId(), "PT20S");

    assertThat(answer.path("status").asString()).isEqualTo("COMPLETED");
    assertThat(answer.path("result").propertyNames())
        .containsExactly("qualityScore", "keywords", "category", "summary");
    assertThat(answer.path("result").path("summary").path("from").asString())
        .isEqualTo("summary-gen");
    assertThat(answer.path("missing")).isEmpty();
    assertThat(answer.path("steps").path("summary-gen").path("usage").path("costUsd").asString())
        .isEqualTo("0.001500");
  }

  @Test
  void resultsThatComeBeforeTheirTaskWaitForIt() {
    var task = article();
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    await().until(() -> results(task) == 4);
    suite.accept(task);

    var answer = suite.instance().client().task(task.taskId(), "PT20S");

    assertThat(answer.path("status").asString()).isEqualTo("COMPLETED");
  }

  @Test
  void theFirstSuccessOfAStepStays() {
    var task = article();
    suite.accept(task);
    var first = succeeded(task, ARTICLE.get(0), "{\"n\":1}");
    suite.finish(first);
    suite.finish(succeeded(task, ARTICLE.get(0), "{\"n\":2}"));
    suite.finish(failed(task, ARTICLE.get(0), 3));
    suite.finish(first);
    ARTICLE.stream().skip(1).forEach(step -> suite.finish(succeeded(task, step)));

    var answer = suite.instance().client().task(task.taskId(), "PT20S");

    assertThat(answer.path("result").path("qualityScore").path("n").asInt()).isEqualTo(1);
    assertThat(answer.path("status").asString()).isEqualTo("COMPLETED");
  }

  private long results(TaskAccepted task) {
    return suite.count(
        "select count(*) from aggregator.step_result where task_id = ?", task.taskId().value());
  }
}
