package io.onceflow.system.suite;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of {@code /ws/v1/tasks} that remembers every frame. */
public final class TaskSocket implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final List<JsonNode> frames = new CopyOnWriteArrayList<>();
  private final WebSocket socket;

  public TaskSocket(RunningSuite suite) {
    var url = URI.create(suite.tasks().toString().replaceFirst("^http", "ws") + "/ws/v1/tasks");
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + suite.apiKey())
            .buildAsync(url, new Frames(frames))
            .join();
  }

  public void subscribe(String taskId) {
    socket.sendText("{\"type\":\"subscribe\",\"taskIds\":[\"%s\"]}".formatted(taskId), true).join();
  }

  /** The frames of a task so far, in the order of their arrival. */
  public List<JsonNode> frames(String taskId) {
    return frames.stream().filter(f -> f.at("/task/taskId").asString("").equals(taskId)).toList();
  }

  /** Whether the task's {@code completed} frame has come. */
  public boolean hasCompleted(String taskId) {
    return frames(taskId).stream().anyMatch(f -> f.get("type").asString().equals("completed"));
  }

  @Override
  public void close() {
    socket.abort();
  }

  private static final class Frames implements WebSocket.Listener {
    private final List<JsonNode> frames;
    private final StringBuilder text = new StringBuilder();

    Frames(List<JsonNode> frames) {
      this.frames = frames;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        frames.add(JSON.readTree(text.toString()));
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }
}
