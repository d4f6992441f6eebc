package io.onceflow.devstack.sample;

import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.suite.ProgressView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Uploads a document and shows what becomes of it until its answer is there. */
public final class SampleTask {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Set<String> FINAL_STEPS =
      Set.of("SUCCEEDED", "FAILED", "EXPIRED", "SKIPPED");

  private final SuiteClient client;
  private final ProgressView progress;
  private final AnswerView answer;

  public SampleTask(String ingestUrl, String tasksUrl, String apiKey, ProgressView progress) {
    this.client = new SuiteClient(ingestUrl, tasksUrl, apiKey);
    this.progress = progress;
    this.answer = new AnswerView(progress);
  }

  /** Returns when the answer has been printed. */
  public void show(Document document) {
    var follower = new Follower();
    try (var socket = client.openSocket(follower)) {
      progress.heading("Uploading: " + document.title());
      var accepted = client.submit(document);
      progress.line("task %s accepted".formatted(accepted.taskId()));
      if (accepted.replayed()) {
        progress.line("this document was here before: its first task answers, nothing runs again");
      }
      socket.subscribe(accepted.taskId());
      answer.show(follower.result());
    }
  }

  /** Prints each step once, when it is final. */
  private final class Follower implements TaskSocket.Listener {
    private final CompletableFuture<JsonNode> completed = new CompletableFuture<>();
    private final Set<String> told = new HashSet<>();

    @Override
    public void task(JsonNode task, boolean isLast) {
      for (var step : task.path("steps").properties()) {
        var status = step.getValue().path("status").asString("");
        if (FINAL_STEPS.contains(status) && told.add(step.getKey())) {
          progress.done(step.getKey(), words(step.getValue(), status), "", took(step.getValue()));
        }
      }
      if (isLast) {
        completed.complete(task);
      }
    }

    @Override
    public void failed(String why) {
      completed.completeExceptionally(new LaunchException("The WebSocket failed: " + why));
    }

    JsonNode result() {
      try {
        return completed.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof LaunchException cause) {
          throw cause;
        }
        throw new LaunchException("No answer within " + PATIENCE.toMinutes() + " minutes", e);
      }
    }
  }

  private static String words(JsonNode step, String status) {
    if (!status.equals("SUCCEEDED")) {
      return "%s: %s".formatted(status, step.path("error").path("message").asString(""));
    }
    return step.path("reused").asBoolean(false) ? "reused" : "done";
  }

  private static Duration took(JsonNode step) {
    var from = step.path("startedAt").asString("");
    var to = step.path("finishedAt").asString("");
    return from.isEmpty() || to.isEmpty()
        ? Duration.ZERO
        : Duration.between(Instant.parse(from), Instant.parse(to));
  }
}
