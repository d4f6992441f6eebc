package io.onceflow.ingest;

import static io.onceflow.ingest.RunningIngest.TASKS;
import static io.onceflow.ingest.RunningIngest.json;
import static io.onceflow.ingest.RunningIngest.taskId;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskAccepted;
import io.onceflow.outbox.OutboxMessage;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmissionIntegrationTests {
  private static final String TEXT = "Rivers carry more than water. They carry 沙子 and time.";

  private final RunningIngest ingest = RunningIngest.shared();

  @Test
  void aTextBecomesATaskWithItsDocumentAndMessages() throws Exception {
    var answer =
        ingest.submit(
            "",
            Map.of(
                "text",
                TEXT,
                "title",
                "Rivers",
                "priority",
                9,
                "metadata",
                Map.of("source", "cms")));

    assertThat(answer.statusCode()).isEqualTo(202);
    var body = json(answer);
    var id = taskId(answer);
    var base = "http://localhost:" + ingest.port();
    assertThat(answer.headers().firstValue("Location")).contains(base + TASKS + "/" + id);
    assertThat(id.version()).isEqualTo(7);
    assertThat(body.required("status").stringValue()).isEqualTo("PROCESSING");
    assertThat(body.required("pipeline").stringValue()).isEqualTo("article");
    assertThat(body.required("steps").values().stream().map(step -> step.stringValue()))
        .containsExactly("quality-score", "keyword-extract", "auto-classify", "summary-gen");
    assertThat(body.required("links").required("socket").stringValue())
        .isEqualTo("ws://localhost:" + ingest.port() + "/ws/v1/tasks");
    assertThat(body.required("links").required("events").stringValue())
        .isEqualTo(base + TASKS + "/" + id + "/events");
    var submitted = Instant.parse(body.required("submittedAt").stringValue());
    assertThat(Instant.parse(body.required("deadlineAt").stringValue()))
        .isEqualTo(submitted.plus(Duration.ofMinutes(5)));

    var messages = ingest.messages(id);
    assertThat(messages.stream().map(OutboxMessage::topic))
        .containsExactly(
            "ai.task.accepted",
            "ai.task.quality-score.high",
            "ai.task.keyword-extract.high",
            "ai.task.auto-classify.high",
            "ai.task.summary-gen.high");
    var accepted = (TaskAccepted) read(messages.getFirst(), messages.getFirst().head());
    assertThat(accepted.metadata()).isEqualTo(Map.of("source", "cms"));
    assertThat(accepted.tenant()).isEqualTo("acme");
    assertThat(accepted.generation()).isEmpty();
    assertThat(accepted.correlationId())
        .isEqualTo(answer.headers().firstValue("X-Trace-Id").orElseThrow());

    var tail =
        new String(
            ingest.one(byte[].class, "select tail from ingest.outbox where key = ?", id),
            StandardCharsets.UTF_8);
    for (var message : messages.subList(1, 5)) {
      var request = (StepRequested) read(message, message.head() + tail);
      assertThat(request.input().text()).isEqualTo(TEXT);
      assertThat(request.inputSha256()).isEqualTo(Sha256.of(TEXT));
      assertThat(request.messageId()).isEqualTo(message.id());
      assertThat(request.expiresAt()).isEqualTo(request.deadlineAt().plus(Duration.ofHours(1)));
    }
    assertThat(
            ingest
                .database()
                .queryForList(
                    "select content from payload.payload join ingest.task using (tenant, sha256)"
                        + " where id = ?",
                    byte[].class,
                    id))
        .containsExactly(TEXT.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aSubsetOfStepsIsAskedWithWhatItWaitsFor() {
    var answer =
        ingest.submit(
            "", Map.of("text", TEXT, "pipeline", "document", "steps", List.of("summary-gen")));
    assertThat(json(answer).required("steps").values().stream().map(step -> step.stringValue()))
        .containsExactly("text-extract", "summary-gen");
    assertThat(ingest.messages(taskId(answer)).stream().map(OutboxMessage::topic))
        .containsExactly("ai.task.accepted", "ai.task.text-extract");
  }

  @Test
  void withoutReuseATaskIsAGenerationOfItsOwn() throws Exception {
    var answer = ingest.submit("", Map.of("text", TEXT, "reuse", false));
    var first = ingest.messages(taskId(answer)).getFirst();
    assertThat(((TaskAccepted) read(first, first.head())).generation())
        .isEqualTo(taskId(answer).toString());
  }

  @Test
  void theTraceOfTheRequestGoesWithTheMessages() {
    var traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    var answer =
        ingest.send(
            ingest
                .post(TASKS, "text/plain", BodyPublishers.ofString(TEXT))
                .header("traceparent", "00-%s-00f067aa0ba902b7-01".formatted(traceId)));
    assertThat(
            ingest.one(
                String.class,
                "select traceparent from ingest.outbox where key = ?",
                taskId(answer)))
        .startsWith("00-" + traceId);
  }

  @Test
  void aRawBodyTakesItsOptionsFromTheQuery() throws Exception {
    var path =
        TASKS + "?title=On%20rivers&priority=2&deadline=PT30S&metadata.a=b%2Bc&steps=summary-gen";
    var answer =
        ingest.send(ingest.post(path, "text/markdown", BodyPublishers.ofString("# " + TEXT)));
    assertThat(answer.statusCode()).isEqualTo(202);
    var messages = ingest.messages(taskId(answer));
    assertThat(messages.stream().map(OutboxMessage::topic))
        .containsExactly("ai.task.accepted", "ai.task.summary-gen.low");
    var accepted = (TaskAccepted) read(messages.getFirst(), messages.getFirst().head());
    assertThat(accepted.title()).isEqualTo("On rivers");
    assertThat(accepted.metadata()).isEqualTo(Map.of("a", "b+c"));
    assertThat(accepted.input().mediaType()).isEqualTo("text/markdown");
    assertThat(accepted.deadlineAt()).isEqualTo(accepted.submittedAt().plusSeconds(30));
  }

  @Test
  void aFileOfAFormSelectsThePipelineForFiles() throws Exception {
    var form =
        new Form()
            .file(
                "file",
                "report.pdf",
                "application/octet-stream",
                "%PDF-1.7 …".getBytes(StandardCharsets.UTF_8))
            .field("request", "{\"title\":\"Report\",\"priority\":6}");
    var answer = ingest.send(ingest.post(TASKS, form.contentType(), form.body()));
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(json(answer).required("pipeline").stringValue()).isEqualTo("document");
    var first = ingest.messages(taskId(answer)).getFirst();
    var accepted = (TaskAccepted) read(first, first.head());
    assertThat(accepted.input().mediaType()).isEqualTo("application/pdf");
    assertThat(accepted.title()).isEqualTo("Report");
    assertThat(accepted.metadata()).isEqualTo(Map.of("fileName", "report.pdf"));
  }

  @Test
  void linksHonourATrustedProxy() {
    var answer =
        ingest.send(
            ingest
                .post(TASKS, "text/plain", BodyPublishers.ofString(TEXT))
                .header("Forwarded", "proto=https;host=flow.example"));
    assertThat(answer.headers().firstValue("Location").orElseThrow())
        .startsWith("https://flow.example/api/v1/tasks/");
    assertThat(json(answer).required("links").required("socket").stringValue())
        .isEqualTo("wss://flow.example/ws/v1/tasks");
  }

  @Test
  void anyUnicodeIsKeptAndWhatTheDatabaseRefusesIsReplaced() throws Exception {
    var nul = "\\u0000";
    var answer =
        ingest.submit(
            "",
            "{\"text\":\"a%sb 😀 \\ud800 c\",\"title\":\"t%s\",\"metadata\":{\"k%s\":\"v%s\"}}"
                .formatted(nul, nul, nul, nul));
    assertThat(answer.statusCode()).isEqualTo(202);
    var first = ingest.messages(taskId(answer)).getFirst();
    var accepted = (TaskAccepted) read(first, first.head());
    assertThat(accepted.title()).isEqualTo("t\uFFFD");
    assertThat(accepted.metadata()).isEqualTo(Map.of("k\uFFFD", "v\uFFFD"));
    assertThat(accepted.inputSha256()).isEqualTo(Sha256.of("a\uFFFDb 😀 \uFFFD c"));
    var raw = ingest.send(ingest.post(TASKS, "text/plain", BodyPublishers.ofString("a\0b")));
    assertThat(raw.statusCode()).isEqualTo(202);
  }

  @Test
  void acceptedTasksAreCounted() {
    assertThat(ingest.submit("", Map.of("text", TEXT)).statusCode()).isEqualTo(202);
    assertThat(ingest.management("/prometheus").body()).contains("onceflow_tasks_accepted_total{");
  }

  private static Message read(OutboxMessage message, String json) throws Exception {
    return MessageJson.read(
        message.type(), String.valueOf(message.version()), json.getBytes(StandardCharsets.UTF_8));
  }
}
