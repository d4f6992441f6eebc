package io.onceflow.system.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * An OpenAI-compatible endpoint that keeps documents waiting, or refuses them, by a word in them
 * until it is told otherwise.
 */
final class ModelProvider implements AutoCloseable {
  private static final String ANSWER =
      """
      {"id":"c1","object":"chat.completion","created":1,"model":"stub","choices":[{"index":0,
       "message":{"role":"assistant","content":"{\\"headline\\":\\"A headline of the model\\"}"},
       "finish_reason":"stop"}],"usage":{"prompt_tokens":400,"completion_tokens":20,"total_tokens":420}}
      """;

  private final HttpServer server;
  private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
  private final Map<String, Boolean> refused = new ConcurrentHashMap<>();

  ModelProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/v1/chat/completions", this::answer);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort()));
  }

  /** Documents that hold the word get no answer until it is released. */
  void hold(String word) {
    held.put(word, new CountDownLatch(1));
  }

  void release(String word) {
    Objects.requireNonNull(held.get(word), word).countDown();
  }

  /** Documents that hold the word are refused, as with a wrong key, until it is accepted. */
  void refuse(String word) {
    refused.put(word, true);
  }

  void accept(String word) {
    refused.remove(word);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var question = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    try (exchange) {
      awaitRelease(question);
      if (refused.keySet().stream().anyMatch(question::contains)) {
        send(
            exchange,
            401,
            "{\"error\":{\"message\":\"Incorrect API key\",\"code\":\"invalid_api_key\"}}");
      } else {
        send(exchange, 200, ANSWER);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitRelease(String question) throws InterruptedException {
    for (var word : held.entrySet()) {
      if (question.contains(word.getKey())) {
        word.getValue().await(60, TimeUnit.SECONDS);
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    var body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
