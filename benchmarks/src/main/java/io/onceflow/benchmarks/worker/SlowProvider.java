package io.onceflow.benchmarks.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A chat endpoint that answers every call after a fixed time; {@code GET /calls} tells how many it
 * has answered and how many wait.
 */
final class SlowProvider {
  private static final int BACKLOG = 512;
  private static final String ANSWER =
      """
      {"id":"benchmark","object":"chat.completion","created":1790000000,"model":"benchmark","choices":[{"index":0,
      "message":{"role":"assistant","content":"{\\"answer\\":\\"so it is\\"}"},"finish_reason":"stop"}],
      "usage":{"prompt_tokens":700,"completion_tokens":8,"total_tokens":708}}
      """;

  private final long delayMillis;
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();

  private SlowProvider(long delayMillis) {
    this.delayMillis = delayMillis;
  }

  /**
   * Serves until it is ended.
   *
   * @param words port and delay in milliseconds
   */
  public static void main(String[] words) throws IOException {
    var provider = new SlowProvider(Long.parseLong(words[1]));
    var address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[0]));
    var server = HttpServer.create(address, BACKLOG);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/calls", provider::tell);
    server.createContext("/", provider::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    waiting.incrementAndGet();
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      Thread.sleep(delayMillis);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      send(exchange, ANSWER);
      answered.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting.decrementAndGet();
    }
  }

  private void tell(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answered.get() + " " + waiting.get());
    }
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    var body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }
}
