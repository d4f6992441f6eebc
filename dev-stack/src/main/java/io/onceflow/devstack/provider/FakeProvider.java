package io.onceflow.devstack.provider;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An OpenAI-compatible chat endpoint on the loopback interface. The model's name says how it
 * behaves ({@link Scenario}), or with the model {@code scripted} the document, by a line {@code
 * play SCENARIO}; every request is logged, so calls can be counted from outside.
 *
 * <p>As a process: {@code main} with a port and, where wanted, a file that takes each request as a
 * line of JSON. {@code GET /requests} gives the log as JSON, {@code DELETE /requests} empties it.
 */
public final class FakeProvider implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<String, AtomicInteger> repetitions = new ConcurrentHashMap<>();
  private final Queue<LoggedRequest> log = new ConcurrentLinkedQueue<>();
  private final @Nullable Writer file;

  private FakeProvider(HttpServer server, @Nullable Writer file) {
    this.server = server;
    this.file = file;
  }

  /** Starts one; a port of 0 takes a free one. */
  public static FakeProvider start(int port) {
    return start(port, null);
  }

  /**
   * Starts one that also writes its log to a file.
   *
   * @param log absent for none
   */
  public static FakeProvider start(int port, @Nullable Path log) {
    try {
      var file = log == null ? null : Files.newBufferedWriter(log, CREATE, APPEND);
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      var provider = new FakeProvider(HttpServer.create(address, 1_024), file);
      provider.server.setExecutor(provider.threads);
      provider.server.createContext("/", provider::complete);
      provider.server.createContext("/requests", provider::showLog);
      provider.server.start();
      return provider;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("SystemOut")
  public static void main(String[] args) {
    var port = args.length == 0 ? 0 : Integer.parseInt(args[0]);
    var provider = start(port, args.length < 2 ? null : Path.of(args[1]));
    System.out.println("fake provider at " + provider.baseUrl());
  }

  /** What stands before {@code /chat/completions}. */
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort()));
  }

  /** The requests since the log began, in the order they came. */
  public List<LoggedRequest> requests() {
    return List.copyOf(log);
  }

  public void forgetRequests() {
    log.clear();
    repetitions.clear();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void complete(HttpExchange http) throws IOException {
    var raw = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var body = JSON.readTree(raw);
    var request = logged(http, raw, body);
    keep(request);
    var scenario = Scenario.of(body);
    var exchange = new FakeExchange(http, body, repetition(request, scenario), closed);
    if (http.getRequestURI().getPath().endsWith("/v1/chat/completions")) {
      scenario.play(exchange);
    } else {
      exchange.error(404, "no such path", "not_found", "");
    }
  }

  private void keep(LoggedRequest request) throws IOException {
    log.add(request);
    if (file != null) {
      synchronized (file) {
        file.write(JSON.writeValueAsString(request) + "\n");
        file.flush();
      }
    }
  }

  private LoggedRequest logged(HttpExchange http, String raw, JsonNode body) {
    var headers = http.getRequestHeaders();
    var format = body.path("response_format");
    var length = headers.getFirst("Content-Length");
    var authorization = headers.getFirst("Authorization");
    var key = headers.getFirst("Idempotency-Key");
    return new LoggedRequest(
        numbers.incrementAndGet(),
        System.currentTimeMillis(),
        body.path("model").asString(""),
        format.path("type").asString(""),
        format.path("json_schema").path("name").asString(""),
        key == null ? "" : key,
        authorization != null && authorization.startsWith("Bearer "),
        length == null ? -1 : Long.parseLong(length),
        raw);
  }

  /** How many requests of the same model and scenario there were with this one. */
  private int repetition(LoggedRequest request, Scenario scenario) {
    return repetitions
        .computeIfAbsent(request.model() + "/" + scenario, _ -> new AtomicInteger())
        .incrementAndGet();
  }

  private void showLog(HttpExchange http) throws IOException {
    if (http.getRequestMethod().equals("DELETE")) {
      forgetRequests();
    }
    var bytes = JSON.writeValueAsBytes(requests());
    http.getResponseHeaders().set("Content-Type", "application/json");
    http.sendResponseHeaders(200, bytes.length);
    http.getResponseBody().write(bytes);
    http.close();
  }
}
