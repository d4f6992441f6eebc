package io.onceflow.system.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onceflow.system.guarantees.OneFinalAnswer;
import io.onceflow.system.suite.RunningSuite;
import io.onceflow.system.suite.TaskSocket;
import io.onceflow.system.suite.TasksClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@TestInstance(Lifecycle.PER_CLASS)
class DocumentFlowIntegrationTests {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private RunningSuite suite;
  private TasksClient tasks;

  @BeforeAll
  void start(@TempDir Path folder) {
    suite = RunningSuite.start(folder);
    tasks = new TasksClient(suite);
  }

  @AfterAll
  void stop() {
    suite.close();
  }

  @Test
  void anEnglishArticleIsAnsweredByFourStepsAndToldOverTheWebSocket() {
    var task = answerOf("article_en.txt");
    assertThat(task.get("status").asString()).isEqualTo("COMPLETED");
    assertThat(task.get("steps").propertyNames())
        .containsExactlyInAnyOrder(
            "quality-score", "keyword-extract", "auto-classify", "summary-gen");
    assertThat(task.get("steps"))
        .allSatisfy(step -> assertThat(step.get("status").asString()).isEqualTo("SUCCEEDED"));
    var result = task.get("result");
    assertThat(result.at("/qualityScore/score").asInt()).isBetween(1, 100);
    assertThat(result.get("keywords").size()).isBetween(5, 10);
    assertThat(result.get("keywords").findValuesAsString("keyword"))
        .anyMatch(keyword -> keyword.toLowerCase(java.util.Locale.ROOT).contains("glacier"));
    assertThat(result.at("/category/label").asString()).isNotBlank();
    assertThat(text("article_en.txt")).contains(result.at("/summary/sentences/0/text").asString());
  }

  @Test
  void aChineseArticleIsAnsweredInChinese() {
    var result = answerOf("article_zh.txt").get("result");
    assertThat(result.get("keywords").findValuesAsString("keyword"))
        .anyMatch(keyword -> keyword.contains("冰川"));
    assertThat(result.at("/summary/text").asString()).containsPattern("\\p{IsHan}{4}");
    assertThat(result.at("/qualityScore/score").asInt()).isBetween(1, 100);
  }

  @Test
  void theSameRequestTwiceIsOneTask() {
    var key = "twice:process:" + UUID.randomUUID();
    var request = Map.of("text", "The same request, sent by an impatient user.");
    var first = tasks.submit(key, request);
    var again = tasks.post(key, request);
    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    assertThat(again.body()).contains(first.get("taskId").asString());
    assertThat(tasks.post(key, Map.of("text", "Another text.")).statusCode()).isEqualTo(422);
  }

  @Test
  void theSameDocumentAgainReusesWhatWasPaidFor() {
    var text = text("article_en.txt") + UUID.randomUUID();
    var first = completed(tasks.submit("a:" + UUID.randomUUID(), Map.of("text", text)));
    var second = completed(tasks.submit("b:" + UUID.randomUUID(), Map.of("text", text)));
    assertThat(first.get("steps")).noneMatch(step -> step.get("reused").asBoolean());
    assertThat(second.get("steps")).allMatch(step -> step.get("reused").asBoolean());
    assertThat(second.get("result")).isEqualTo(first.get("result"));
  }

  private JsonNode answerOf(String file) {
    try (var socket = new TaskSocket(suite)) {
      var accepted =
          tasks.submit(
              file + ":process:" + UUID.randomUUID(), Map.of("text", text(file), "title", file));
      var id = accepted.get("taskId").asString();
      socket.subscribe(id);
      await().atMost(PATIENCE).until(() -> socket.hasCompleted(id));
      new OneFinalAnswer(socket).check(id);
      var told = socket.frames(id).getLast().get("task");
      assertThat(told.get("result")).isEqualTo(tasks.snapshot(id, PATIENCE).get("result"));
      return told;
    }
  }

  private JsonNode completed(JsonNode accepted) {
    return tasks.snapshot(accepted.get("taskId").asString(), PATIENCE);
  }

  private static String text(String file) {
    try (var stream = DocumentFlowIntegrationTests.class.getResourceAsStream(file)) {
      assertThat(stream).as(file).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
