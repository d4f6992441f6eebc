package io.onceflow.aggregator;

import static io.onceflow.aggregator.TestPipelines.ARTICLE;

import io.onceflow.model.Input;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepError;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepName;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What ingest and the workers would send. */
final class Messages {
  private Messages() {}

  /** A task of the article pipeline, accepted now. */
  static TaskAccepted article() {
    return task("article", ARTICLE, Duration.ofMinutes(5));
  }

  static TaskAccepted task(String pipeline, List<StepName> steps, Duration deadline) {
    return task(pipeline, steps, deadline, deadline.plusHours(1));
  }

  /** An article that is due at the moment. */
  static TaskAccepted dueAt(Instant deadline) {
    var left = Duration.between(Instant.now(), deadline);
    return task("article", ARTICLE, deadline.minus(left), left, left.plusHours(1), null);
  }

  static TaskAccepted task(
      String pipeline, List<StepName> steps, Duration deadline, Duration expiry) {
    return task(pipeline, steps, deadline, expiry, null);
  }

  static TaskAccepted task(
      String pipeline,
      List<StepName> steps,
      Duration deadline,
      Duration expiry,
      @Nullable String callbackUrl) {
    return task(pipeline, steps, Instant.now(), deadline, expiry, callbackUrl);
  }

  private static TaskAccepted task(
      String pipeline,
      List<StepName> steps,
      Instant now,
      Duration deadline,
      Duration expiry,
      @Nullable String callbackUrl) {
    return new TaskAccepted(
        UuidV7.next(),
        TaskId.next(),
        "acme",
        "ann",
        pipeline,
        steps,
        "A title with \0 in it",
        "en",
        5,
        now,
        now.plus(deadline),
        now.plus(expiry),
        "0af7651916cd43dd8448eb211c80319c",
        "ingest-service",
        new Input("acme/" + sha256("text"), "text/plain", 4, null),
        sha256("text"),
        "",
        callbackUrl,
        Map.of("author", "Ann"));
  }

  static StepFinished.Succeeded succeeded(TaskAccepted task, StepName step) {
    return succeeded(task, step, "{\"from\":\"%s\"}".formatted(step));
  }

  static StepFinished.Succeeded succeeded(TaskAccepted task, StepName step, String result) {
    return new StepFinished.Succeeded(
        UuidV7.next(),
        task.taskId(),
        task.tenant(),
        step,
        1,
        1,
        false,
        "embedded",
        "minilm",
        Instant.now(),
        Instant.now(),
        new Usage(1, 100, 20, 0, 0, 1_500),
        MessageJson.mapper().readTree(result),
        null,
        null);
  }

  static StepFinished.Failed failed(TaskAccepted task, StepName step, int attempt) {
    return new StepFinished.Failed(
        UuidV7.next(),
        task.taskId(),
        task.tenant(),
        step,
        1,
        attempt,
        "embedded",
        "minilm",
        Instant.now(),
        Instant.now(),
        new Usage(attempt, 100, 0, 0, 0, 500),
        new StepError("provider-timeout", "no answer in time", true));
  }

  /** The end of text-extract, which makes a document. */
  static StepFinished.Succeeded extracted(TaskAccepted task) {
    var plain = succeeded(task, new StepName("text-extract"));
    return new StepFinished.Succeeded(
        plain.messageId(),
        plain.taskId(),
        plain.tenant(),
        plain.step(),
        1,
        1,
        false,
        plain.engine(),
        plain.model(),
        plain.startedAt(),
        plain.finishedAt(),
        plain.usage(),
        plain.result(),
        new Input("acme/" + sha256("extracted"), "text/plain", 9, "extracted"),
        sha256("extracted"));
  }

  static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
