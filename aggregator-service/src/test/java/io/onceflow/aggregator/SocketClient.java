package io.onceflow.aggregator;

import io.onceflow.model.MessageJson;
import io.onceflow.model.TaskId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of the WebSocket that remembers all frames. */
final class SocketClient implements WebSocket.Listener, AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<JsonNode> frames = new CopyOnWriteArrayList<>();
  private final StringBuilder partial = new StringBuilder();
  private final boolean reads;
  private volatile int closed;
  private final WebSocket socket;

  private SocketClient(int port, @Nullable String key, String query, boolean reads) {
    this.reads = reads;
    var builder = HTTP.newWebSocketBuilder();
    if (key != null) {
      builder.header("X-API-Key", key);
    }
    this.socket =
        builder
            .buildAsync(URI.create("ws://localhost:%d/ws/v1/tasks%s".formatted(port, query)), this)
            .join();
  }

  static SocketClient connect(int port, String key) {
    return new SocketClient(port, key, "", true);
  }

  static SocketClient withTicket(int port, String ticket) {
    return new SocketClient(port, null, "?ticket=" + ticket, true);
  }

  /** A client that takes nothing until {@link #read()}. */
  static SocketClient thatReadsNothing(int port, String key) {
    return new SocketClient(port, key, "", false);
  }

  void read() {
    socket.request(Long.MAX_VALUE);
  }

  void send(String json) {
    socket.sendText(json, true).join();
  }

  void subscribe(TaskId task) {
    send("{\"type\":\"subscribe\",\"taskIds\":[\"%s\"]}".formatted(task));
  }

  List<JsonNode> frames() {
    return frames;
  }

  List<JsonNode> frames(String type) {
    return frames.stream().filter(it -> it.path("type").asString().equals(type)).toList();
  }

  List<JsonNode> frames(String type, TaskId task) {
    return frames(type).stream()
        .filter(it -> it.at("/task/taskId").asString().equals(task.toString()))
        .toList();
  }

  /** The status that the server closed with; 0 while open. */
  int closed() {
    return closed;
  }

  @Override
  public void onOpen(WebSocket opened) {
    if (reads) {
      opened.request(Long.MAX_VALUE);
    }
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      frames.add(MessageJson.mapper().readTree(partial.toString()));
      partial.setLength(0);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed = status;
    return null;
  }

  @Override
  public void close() {
    socket.abort();
  }
}
