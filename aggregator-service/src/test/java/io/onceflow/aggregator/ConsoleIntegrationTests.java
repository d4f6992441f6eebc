package io.onceflow.aggregator;

import static io.onceflow.aggregator.Messages.article;
import static io.onceflow.aggregator.Messages.succeeded;
import static io.onceflow.aggregator.TestPipelines.ARTICLE;
import static io.onceflow.aggregator.TestSuite.OPERATOR_KEY;
import static io.onceflow.aggregator.TestSuite.OTHER_TENANT_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the service answers to the console. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleIntegrationTests {

  @SuppressWarnings("NullAway.Init")
  private TestSuite suite;

  @BeforeAll
  void start() throws IOException {
    suite = TestSuite.shared();
    // ingest migrates it, which does not run here
    if (suite.count("select count(*) from pg_namespace where nspname = 'payload'") == 0) {
      try (var migration =
          getClass().getResourceAsStream("/io/onceflow/payload/migration/V2__payload.sql")) {
        assertThat(migration).isNotNull();
        suite.jdbc().execute(new String(migration.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    suite
        .jdbc()
        .update(
            "insert into payload.payload (tenant, sha256, media_type, content)"
                + " values ('acme', ?, 'text/plain', ?) on conflict do nothing",
            HexFormat.of().parseHex(Messages.sha256("text")),
            "text".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theFilesNeedNoKeyAndForbidEverythingOfOthers() {
    var nobody = suite.instance().client("nobody");
    for (var file : new String[] {"/", "/console/app.js", "/console/words/zh.json"}) {
      var answer = nobody.get(file);
      assertThat(answer.statusCode()).as(file).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
          .contains("default-src 'none'", "script-src 'self'", "require-trusted-types-for")
          .doesNotContain("unsafe");
      assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache");
      // every build gives its files the same date
      assertThat(answer.headers().firstValue("Last-Modified")).as(file).isEmpty();
    }
    assertThat(nobody.get("/").body()).contains("console/app.js");
    assertThat(nobody.get("/api/console/system").statusCode()).isEqualTo(401);
  }

  @Test
  void aFileIsSentAgainOnlyWhenItHasChanged() {
    var nobody = suite.instance().client("nobody");
    var tag = nobody.get("/console/app.js").headers().firstValue("ETag").orElseThrow();
    var again = Client.send(nobody.request("/console/app.js").header("If-None-Match", tag));
    assertThat(again.statusCode()).isEqualTo(304);
    var changed = Client.send(nobody.request("/console/app.js").header("If-None-Match", "\"old\""));
    assertThat(changed.statusCode()).isEqualTo(200);
  }

  @Test
  void aDocumentIsReadByItsTenantAlone() {
    var task = article();
    suite.accept(task);
    ARTICLE.forEach(step -> suite.finish(succeeded(task, step)));
    var path = "/api/console/tasks/%s/document".formatted(task.taskId());
    assertThat(suite.instance().client().task(task.taskId(), "PT30S").path("status").asString())
        .isEqualTo("COMPLETED");

    var own = suite.instance().client().get(path);
    assertThat(own.statusCode()).isEqualTo(200);
    assertThat(own.body()).isEqualTo("text");
    assertThat(own.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
    assertThat(own.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(suite.instance().client(OTHER_TENANT_KEY).get(path).statusCode()).isEqualTo(404);
  }

  @Test
  void theHealthOfTheSuiteIsForOperators() {
    assertThat(suite.instance().client().get("/api/console/system").statusCode()).isEqualTo(403);
    var seen = suite.instance().client(OPERATOR_KEY).json("/api/console/system");
    assertThat(seen.propertyNames())
        .containsExactlyInAnyOrder("at", "services", "outboxes", "workers", "lag");
  }
}
