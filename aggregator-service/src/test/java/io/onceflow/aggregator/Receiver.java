package io.onceflow.aggregator;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.onceflow.model.MessageJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/** A receiver of callbacks that remembers them all. */
final class Receiver implements AutoCloseable {
  private final List<Post> posts = new CopyOnWriteArrayList<>();
  private final Map<String, ToIntFunction<HttpExchange>> answers = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  /** What is done with posts to the path, and the status of the answer; 204 otherwise. */
  void on(String path, ToIntFunction<HttpExchange> answer) {
    answers.put(path, answer);
  }

  private void take(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    posts.add(new Post(path, exchange.getRequestHeaders(), body));
    exchange.sendResponseHeaders(answers.getOrDefault(path, _ -> 204).applyAsInt(exchange), -1);
    exchange.close();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url(String path) {
    return "http://localhost:" + port() + path;
  }

  List<Post> posts() {
    return posts;
  }

  List<Post> posts(String path) {
    return posts.stream().filter(post -> post.path().equals(path)).toList();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  record Post(String path, Headers headers, String body) {
    String header(String name) {
      return headers.getFirst(name);
    }

    JsonNode task() {
      return MessageJson.mapper().readTree(body);
    }

    String expectedSignature() throws Exception {
      var mac = Mac.getInstance("HmacSHA256");
      var key = Base64.getDecoder().decode(TestSuite.WEBHOOK_SECRET.substring(6));
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      var signed = header("webhook-id") + "." + header("webhook-timestamp") + "." + body;
      return "v1,"
          + Base64.getEncoder()
              .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
