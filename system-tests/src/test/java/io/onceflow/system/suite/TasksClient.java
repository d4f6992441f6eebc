package io.onceflow.system.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the public HTTP interface as a client would. */
public final class TasksClient {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final RunningSuite suite;

  public TasksClient(RunningSuite suite) {
    this.suite = suite;
  }

  /** Submits a text and returns the 202's body. */
  public JsonNode submit(String idempotencyKey, Map<String, ?> task) {
    var answer = post(idempotencyKey, task);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    return JSON.readTree(answer.body());
  }

  /** Submits a text, whatever becomes of it. */
  public HttpResponse<String> post(String idempotencyKey, Map<String, ?> task) {
    return send(
        request(suite.ingest().resolve("/api/v1/tasks"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", idempotencyKey)
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(task))));
  }

  /** The snapshot, once it is final or the wait is over. */
  public JsonNode snapshot(String taskId, Duration wait) {
    var answer =
        send(
            request(suite.tasks().resolve("/api/v1/tasks/%s?wait=%s".formatted(taskId, wait)))
                .GET());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  /** Whatever a GET of the read side answers. */
  public HttpResponse<String> get(String path) {
    return send(request(suite.tasks().resolve(path)).GET());
  }

  private HttpRequest.Builder request(URI uri) {
    return HttpRequest.newBuilder(uri)
        .timeout(Duration.ofSeconds(90))
        .header("Authorization", "Bearer " + suite.apiKey());
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
