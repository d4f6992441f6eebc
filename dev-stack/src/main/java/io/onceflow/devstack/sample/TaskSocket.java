package io.onceflow.devstack.sample;

import io.onceflow.devstack.server.LaunchException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The suite's WebSocket: tells of each new state of the tasks that were subscribed to. */
final class TaskSocket implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final WebSocket socket;
  private final JsonMapper json;

  private TaskSocket(WebSocket socket, JsonMapper json) {
    this.socket = socket;
    this.json = json;
  }

  /** What the socket tells. */
  interface Listener {
    /** A task's state, and whether it is the last. */
    void task(JsonNode task, boolean completed);

    void failed(String why);
  }

  static TaskSocket open(
      HttpClient http, URI address, String apiKey, JsonMapper json, Listener listener) {
    try {
      var socket =
          http.newWebSocketBuilder()
              .connectTimeout(CONNECT)
              .header("Authorization", "Bearer " + apiKey)
              .buildAsync(address, new Frames(json, listener))
              .join();
      return new TaskSocket(socket, json);
    } catch (CompletionException e) {
      throw new LaunchException("Cannot open %s: %s".formatted(address, e.getCause()), e);
    }
  }

  void subscribe(String taskId) {
    var frame = Map.of("type", "subscribe", "taskIds", List.of(taskId));
    socket.sendText(json.writeValueAsString(frame), true).join();
  }

  @Override
  public void close() {
    var _ = socket.sendClose(WebSocket.NORMAL_CLOSURE, "").exceptionally(_ -> socket);
  }

  private static final class Frames implements WebSocket.Listener {
    private final JsonMapper json;
    private final Listener listener;
    private final StringBuilder text = new StringBuilder();

    Frames(JsonMapper json, Listener listener) {
      this.json = json;
      this.listener = listener;
    }

    @Override
    public @Nullable CompletionStage<?> onText(
        WebSocket webSocket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        var frame = json.readTree(text.toString());
        text.setLength(0);
        tell(frame);
      }
      webSocket.request(1);
      return CompletableFuture.completedFuture(null);
    }

    private void tell(JsonNode frame) {
      switch (frame.path("type").asString("")) {
        case "snapshot" -> listener.task(frame.path("task"), false);
        case "completed" -> listener.task(frame.path("task"), true);
        case "error" -> listener.failed(frame.path("detail").asString(""));
        default -> {}
      }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
      listener.failed("closed with %d %s".formatted(code, reason).strip());
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
      listener.failed(error.toString());
    }
  }
}
