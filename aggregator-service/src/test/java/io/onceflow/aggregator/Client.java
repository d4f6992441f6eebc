package io.onceflow.aggregator;

import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;

/** A caller of the HTTP interface. */
record Client(int port, String key) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  HttpResponse<String> post(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  JsonNode json(String path) {
    return MessageJson.mapper().readTree(get(path).body());
  }

  /** The task's snapshot, once it is final or the wait is over. */
  JsonNode task(TaskId id, String wait) {
    return json("/api/v1/tasks/" + id + "?wait=" + wait);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
        .header("X-API-Key", key);
  }

  static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
