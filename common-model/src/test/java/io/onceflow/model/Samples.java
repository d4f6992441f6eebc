package io.onceflow.model;

import io.onceflow.model.TaskFinished.MissingStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One message of each kind, with every field set, for the golden files. */
final class Samples {
  static final Instant SUBMITTED = Instant.parse("2026-11-30T10:00:00.123456Z");
  static final Instant LATER = Instant.parse("2026-11-30T10:00:01Z");
  static final TaskId TASK = TaskId.parse("019ad4f0-0000-7000-8000-000000000001");
  static final UUID MESSAGE = UUID.fromString("019ad4f0-0000-7000-8000-0000000000aa");
  static final StepName SUMMARY = new StepName("summary-gen");
  static final String SHA256 = "ab".repeat(32);
  static final Usage USAGE = new Usage(1, 812, 92, 100, 10, 421);
  static final StepError ERROR =
      new StepError("provider-timeout", "the endpoint did not answer within 30 s", true);

  private Samples() {}

  static Input input(@Nullable String text) {
    return new Input("acme/" + SHA256, "text/plain", 12, text);
  }

  static ObjectNode object(String key, String value) {
    return JsonNodeFactory.instance.objectNode().put(key, value);
  }

  static TaskAccepted accepted() {
    return new TaskAccepted(
        MESSAGE,
        TASK,
        "acme",
        "ada",
        "article",
        List.of(new StepName("quality-score"), SUMMARY),
        "A title",
        "en",
        5,
        SUBMITTED,
        SUBMITTED.plusSeconds(300),
        SUBMITTED.plusSeconds(600),
        "4bf92f3577b34da6a3ce929d0e0e4736",
        "ingest-service",
        input(null),
        SHA256,
        "",
        "https://example.org/hook",
        Map.of("source", "cms"));
  }

  static StepRequested requested() {
    return new StepRequested(
        MESSAGE,
        SUMMARY,
        1,
        1,
        3,
        object("title", "A title"),
        TASK,
        "acme",
        "ada",
        "article",
        5,
        SUBMITTED,
        LATER,
        SUBMITTED.plusSeconds(300),
        SUBMITTED.plusSeconds(600),
        "4bf92f3577b34da6a3ce929d0e0e4736",
        "ingest-service",
        input("Déjà vu \u0000 你好"),
        SHA256,
        "");
  }

  /** A message for each golden file, by the file's name. */
  static Map<String, Message> all() {
    return Map.ofEntries(
        Map.entry("TaskAccepted", accepted()),
        Map.entry("StepRequested", requested()),
        Map.entry(
            "StepFinished-succeeded",
            new StepFinished.Succeeded(
                MESSAGE,
                TASK,
                "acme",
                SUMMARY,
                1,
                2,
                true,
                "openai",
                "a-model",
                SUBMITTED,
                LATER,
                USAGE,
                object("text", "Short."),
                input("Extracted"),
                SHA256)),
        Map.entry(
            "StepFinished-failed",
            new StepFinished.Failed(
                MESSAGE, TASK, "acme", SUMMARY, 1, 3, "openai", "a-model", SUBMITTED, LATER, USAGE,
                ERROR)),
        Map.entry(
            "StepFinished-expired",
            new StepFinished.Expired(MESSAGE, TASK, "acme", SUMMARY, 1, 1, LATER)),
        Map.entry(
            "StepFinished-skipped",
            new StepFinished.Skipped(
                MESSAGE, TASK, "acme", SUMMARY, 1, 1, LATER, "the task was cancelled")),
        Map.entry(
            "StepProgress-running",
            new StepProgress.Started(
                MESSAGE, TASK, "acme", SUMMARY, 1, "openai", "a-model", SUBMITTED)),
        Map.entry(
            "StepProgress-retrying",
            new StepProgress.Retrying(MESSAGE, TASK, "acme", SUMMARY, 1, ERROR, LATER)),
        Map.entry("TaskCancelled", new TaskCancelled(MESSAGE, TASK, "acme", "ada", LATER)),
        Map.entry(
            "TaskFinished",
            new TaskFinished(
                MESSAGE,
                TASK,
                "acme",
                "ada",
                "article",
                TaskStatus.PARTIAL,
                6,
                SUBMITTED,
                LATER,
                "4bf92f3577b34da6a3ce929d0e0e4736",
                object("category", "science"),
                List.of(new MissingStep(SUMMARY, "failed")))),
        Map.entry(
            "DeadLetter",
            new DeadLetter(
                MESSAGE,
                TASK,
                "acme",
                SUMMARY,
                requested(),
                ERROR,
                "java.net.http.HttpTimeoutException",
                LATER,
                3)));
  }
}
