package io.onceflow.benchmarks.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sees the end of every task of a user on a WebSocket, as a browser would. */
public final class CompletedFrames implements AutoCloseable {
  private static final String COMPLETED = "{\"type\":\"completed\"";
  private static final String ID = "\"taskId\":\"";
  private static final int ID_LENGTH = 36;

  private final HttpClient client = HttpClient.newHttpClient();
  private final WebSocket socket;
  private volatile Completions completions = new Completions(1);

  /** Subscribes to all tasks of the key's user. */
  public CompletedFrames(int port, String apiKey) {
    socket =
        client
            .newWebSocketBuilder()
            .header("X-API-Key", apiKey)
            .buildAsync(URI.create("ws://127.0.0.1:%d/ws/v1/tasks".formatted(port)), new Frames())
            .join();
    socket.sendText("{\"type\":\"subscribe\",\"mine\":true}", true).join();
  }

  /** From now on these are told. */
  public void tell(Completions told) {
    completions = told;
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
  }

  private final class Frames implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        see(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void see(String frame) {
      var id = frame.indexOf(ID) + ID.length();
      if (frame.startsWith(COMPLETED) && id >= ID.length()) {
        completions.done(frame.substring(id, id + ID_LENGTH), System.nanoTime());
      }
    }
  }
}
