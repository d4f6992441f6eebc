package io.onceflow.devstack.sample;

import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The suite's HTTP interface, as any client would use it. */
final class SuiteClient {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
  private final JsonMapper json = JsonMapper.builder().build();
  private final String ingestUrl;
  private final String tasksUrl;
  private final String apiKey;

  SuiteClient(String ingestUrl, String tasksUrl, String apiKey) {
    this.ingestUrl = ingestUrl;
    this.tasksUrl = tasksUrl;
    this.apiKey = apiKey;
  }

  /**
   * What the suite made of an upload.
   *
   * @param replayed whether it had this document before, and this is its first task
   */
  record Accepted(String taskId, boolean replayed) {}

  Accepted submit(Document document) {
    var query = "?title=" + URLEncoder.encode(document.title(), StandardCharsets.UTF_8);
    var request =
        request(ingestUrl + "/api/v1/tasks" + query)
            .header("Content-Type", document.contentType())
            .header("Idempotency-Key", document.idempotencyKey())
            .POST(document.body())
            .build();
    var response = send(request);
    var replayed = response.headers().firstValue("Idempotency-Replayed").isPresent();
    if (response.statusCode() != 202) {
      throw new LaunchException("%s was refused: %s".formatted(document.title(), reason(response)));
    }
    return new Accepted(json.readTree(response.body()).path("taskId").asString(), replayed);
  }

  TaskSocket openSocket(TaskSocket.Listener listener) {
    var address = URI.create(tasksUrl.replaceFirst("^http", "ws") + "/ws/v1/tasks");
    return TaskSocket.open(http, address, apiKey, json, listener);
  }

  private HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + apiKey);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new LaunchException("%s does not answer: %s".formatted(request.uri(), e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException("Interrupted", e);
    }
  }

  /** The detail of a problem, or the answer as it is where it is none. */
  private String reason(HttpResponse<String> response) {
    try {
      var detail = json.readTree(response.body()).path("detail").asString("");
      if (!detail.isEmpty()) {
        return detail;
      }
    } catch (JacksonException e) {
      // said as it came
    }
    return "%s answered %d: %s".formatted(response.uri(), response.statusCode(), response.body());
  }
}
