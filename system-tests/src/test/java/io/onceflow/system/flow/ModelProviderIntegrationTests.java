package io.onceflow.system.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.provider.FakeProviderProcess;
import io.onceflow.system.suite.RunningSuite;
import io.onceflow.system.suite.TasksClient;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The suite with every step at a model provider, which is a process of its own. */
@TestInstance(Lifecycle.PER_CLASS)
class ModelProviderIntegrationTests {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper JSON = new JsonMapper();
  private static final String[] STEPS = {
    "quality-score", "keyword-extract", "auto-classify", "summary-gen"
  };

  private FakeProviderProcess provider;
  private RunningSuite suite;
  private TasksClient tasks;

  @BeforeAll
  void start(@TempDir Path folder) {
    provider = FakeProviderProcess.start(folder);
    suite =
        RunningSuite.start(
            folder,
            "--engine",
            "openai",
            "--base-url",
            provider.baseUrl().toString(),
            "--model",
            "ok",
            "--set",
            "onceflow.engine.openai.endpoints.default.prices.ok.input=2",
            "--set",
            "onceflow.engine.openai.endpoints.default.prices.ok.output=6",
            "--set",
            "onceflow.budget.each-tenant.usd-per-day=1");
    tasks = new TasksClient(suite);
  }

  @AfterAll
  void stop() {
    try {
      if (suite != null) {
        suite.close();
      }
    } finally {
      provider.close();
    }
  }

  @Test
  void anEnglishDocumentIsFourRequestsAndFourLinesOfTheBill() throws Exception {
    var mark = UUID.randomUUID().toString();
    var task = completed(text("article_en.txt") + mark);

    var requests = requestsAbout(mark);
    assertThat(requests).extracting(request -> request.get("step").asString()).containsOnly(STEPS);
    assertThat(requests).hasSize(4);
    assertThat(requests)
        .extracting(request -> request.get("key").asString())
        .doesNotHaveDuplicates();
    assertThat(requests)
        .allSatisfy(
            request -> assertThat(systemPrompt(request)).doesNotContainPattern("\\p{IsHan}"));
    assertThat(ledger(task))
        .hasSize(4)
        .allSatisfy(row -> assertThat(row).startsWith("SUCCEEDED MEASURED "));
    assertThat(billed()).isEqualTo(spent()).isPositive();
  }

  @Test
  void aChineseDocumentIsAskedAboutInChinese() throws Exception {
    var mark = UUID.randomUUID().toString();
    completed(text("article_zh.txt") + mark);

    assertThat(requestsAbout(mark))
        .hasSize(4)
        .allSatisfy(request -> assertThat(systemPrompt(request)).contains("你的任务是"));
  }

  private JsonNode completed(String text) {
    var accepted = tasks.submit("models:" + UUID.randomUUID(), Map.of("text", text));
    var task = tasks.snapshot(accepted.get("taskId").asString(), PATIENCE);
    assertThat(task.get("status").asString()).as(task.toString()).isEqualTo("COMPLETED");
    return task;
  }

  private List<JsonNode> requestsAbout(String mark) throws IOException {
    return Files.readAllLines(provider.requests()).stream()
        .map(JSON::readTree)
        .filter(request -> request.get("body").asString().contains(mark))
        .toList();
  }

  private static String systemPrompt(JsonNode request) {
    var body = JSON.readTree(request.get("body").asString());
    return body.at("/messages/0/content").asString();
  }

  /** The rows of a task: outcome, consumption and cost. */
  private List<String> ledger(JsonNode task) throws SQLException {
    return query(
        """
        select concat_ws(' ', outcome, consumption, cost_micro_usd) from worker.model_call
        where task_id = '%s' and cost_micro_usd > 0
        """
            .formatted(task.get("taskId").asString()));
  }

  /** All that the ledger knows of, in US dollars. */
  private BigDecimal spent() throws SQLException {
    var micros = query("select sum(cost_micro_usd)::text from worker.model_call").getFirst();
    return new BigDecimal(micros).movePointLeft(6);
  }

  /** All that users are told of, in US dollars. */
  private BigDecimal billed() {
    return JSON.readTree(tasks.get("/api/v1/usage?groupBy=step").body())
        .get("groups")
        .valueStream()
        .map(group -> new BigDecimal(group.get("costUsd").asString()))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private List<String> query(String sql) throws SQLException {
    var found = new ArrayList<String>();
    try (var connection =
            DriverManager.getConnection(
                suite.setting("ONCEFLOW_DATABASE_URL"),
                suite.setting("ONCEFLOW_DATABASE_USER"),
                suite.setting("ONCEFLOW_DATABASE_PASSWORD"));
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private static String text(String file) throws IOException {
    try (var stream = ModelProviderIntegrationTests.class.getResourceAsStream(file)) {
      assertThat(stream).as(file).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
