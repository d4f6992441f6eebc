package io.onceflow.benchmarks.govern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A chat endpoint that allows so many requests a second, and answers the others with 429 and {@code
 * Retry-After: 1}. It sends no headers that would tell its limit, so the limit has to be found.
 */
final class LimitedChat implements AutoCloseable {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final byte[] ANSWER =
      """
      {"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop",
       "message":{"role":"assistant","content":"{\\"text\\":\\"A summary.\\",\\"sentences\\":[]}"}}],
       "usage":{"prompt_tokens":600,"completion_tokens":20,"total_tokens":620}}
      """
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] REFUSAL =
      "{\"error\":{\"message\":\"slow down\",\"type\":\"requests\",\"code\":\"rate_limit_exceeded\"}}"
          .getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final int perSecond;
  private final boolean saving;
  private final Duration latency;
  private final List<Request> requests = new ArrayList<>();
  private final long[] allowed;
  private int next;
  private double saved;
  private long savedAt = System.nanoTime();

  /** A request, and whether it was answered. */
  record Request(long nanos, boolean answered) {}

  /**
   * @param saving whether what was not used may be used later, up to a second's requests; otherwise
   *     no second of any beginning has more than it may have
   */
  LimitedChat(int perSecond, boolean saving, Duration latency) throws IOException {
    this.perSecond = perSecond;
    this.saving = saving;
    this.latency = latency;
    this.saved = perSecond;
    this.allowed = new long[perSecond];
    Arrays.fill(allowed, System.nanoTime() - 2 * SECOND);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
    server.setExecutor(threads);
    server.createContext("/v1/chat/completions", this::complete);
    server.start();
  }

  String baseUrl() {
    return "http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort());
  }

  private void complete(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      var answered = take();
      if (answered) {
        Thread.sleep(latency);
      } else {
        exchange.getResponseHeaders().set("Retry-After", "1");
      }
      var body = answered ? ANSWER : REFUSAL;
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answered ? 200 : 429, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean take() {
    var now = System.nanoTime();
    var answered = saving ? takeSaved(now) : takeInWindow(now);
    requests.add(new Request(now, answered));
    return answered;
  }

  private boolean takeSaved(long now) {
    saved = Math.min(perSecond, saved + (double) perSecond * (now - savedAt) / SECOND);
    savedAt = now;
    if (saved < 1) {
      return false;
    }
    saved--;
    return true;
  }

  /** The ring holds when the last requests were allowed, the oldest of them next. */
  private boolean takeInWindow(long now) {
    if (now - allowed[next] < SECOND) {
      return false;
    }
    allowed[next] = now;
    next = (next + 1) % allowed.length;
    return true;
  }

  synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
