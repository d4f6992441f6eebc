package io.onceflow.benchmarks.notify;

import io.onceflow.benchmarks.measure.Latencies;
import io.onceflow.model.TaskId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Clients of the WebSocket, which note how long after its last result a task is completed. */
final class Sockets implements AutoCloseable {
  private static final Pattern TASK = Pattern.compile("\"taskId\":\"([^\"]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;
  private final String key;
  private final Latencies latencies;
  private final List<Client> clients = new CopyOnWriteArrayList<>();
  private final Map<String, Long> sent = new ConcurrentHashMap<>();
  private final AtomicInteger snapshots = new AtomicInteger();
  private final AtomicInteger completions = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  Sockets(int port, String key, Latencies latencies) {
    this.uri = URI.create("ws://127.0.0.1:%d/ws/v1/tasks".formatted(port));
    this.key = key;
    this.latencies = latencies;
  }

  /** Opens one more. */
  Client connect() {
    var client = new Client();
    client.socket =
        http.newWebSocketBuilder().header("X-API-Key", key).buildAsync(uri, client).join();
    clients.add(client);
    return client;
  }

  /** The task's completion is going to be measured. */
  void expect(TaskId task) {
    sent.put(task.toString(), 0L);
  }

  /** The last result of the task is sent now. */
  void sent(TaskId task) {
    sent.computeIfPresent(task.toString(), (_, _) -> System.nanoTime());
  }

  int snapshots() {
    return snapshots.get();
  }

  int completions() {
    return completions.get();
  }

  /** How many the server has not closed. */
  int open() {
    return clients.size() - closed.get();
  }

  private void take(String frame) {
    var now = System.nanoTime();
    if (frame.startsWith("{\"type\":\"snapshot\"")) {
      snapshots.incrementAndGet();
    } else if (frame.startsWith("{\"type\":\"completed\"")) {
      var task = TASK.matcher(frame);
      var began = task.find() ? sent.remove(task.group(1)) : null;
      if (began != null) {
        latencies.add(now - began);
        completions.incrementAndGet();
      }
    }
  }

  @Override
  public void close() {
    clients.forEach(Client::abort);
    http.shutdownNow();
  }

  /** One connection. */
  final class Client implements WebSocket.Listener {
    private final StringBuilder partial = new StringBuilder();
    private @Nullable WebSocket socket;

    void subscribe(TaskId task) {
      if (socket != null) {
        socket
            .sendText("{\"type\":\"subscribe\",\"taskIds\":[\"%s\"]}".formatted(task), true)
            .join();
      }
    }

    private void abort() {
      if (socket != null) {
        socket.abort();
      }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      partial.append(data);
      if (last) {
        take(partial.toString());
        partial.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
      closed.incrementAndGet();
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      closed.incrementAndGet();
    }
  }
}
