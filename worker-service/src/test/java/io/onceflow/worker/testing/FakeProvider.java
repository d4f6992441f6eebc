package io.onceflow.worker.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A model provider that outlives the workers and counts every call it gets: the outside witness. A
 * document says how its calls go, in its first line: {@code wait MILLIS}, {@code fail TIMES},
 * {@code refuse}, {@code gate NAME}, {@code busy SECONDS}.
 */
public final class FakeProvider implements AutoCloseable {
  private final HttpServer server;
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final AtomicLong answers = new AtomicLong();
  private final Map<String, Semaphore> gates = new ConcurrentHashMap<>();

  /** One call, as it came in. */
  public record Call(String workId, String document, Instant at) {}

  public FakeProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
  }

  /** All calls, in the order they came. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** The calls made for a document. */
  public List<Call> callsFor(String document) {
    return calls.stream().filter(call -> call.document().equals(document)).toList();
  }

  /** Lets calls of a gated document go on. */
  public void open(String gate) {
    open(gate, 1_000_000);
  }

  /** Lets some calls of a gated document go on. */
  public void open(String gate, int calls) {
    gate(gate).release(calls);
  }

  private Semaphore gate(String name) {
    return gates.computeIfAbsent(name, _ -> new Semaphore(0));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var document = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var workId = exchange.getRequestHeaders().getFirst("work-id");
      calls.add(new Call(String.valueOf(workId), document, Instant.now()));
      var status = play(exchange, document);
      // no two answers are alike, so a result tells which call it came from
      var body =
          "{\"answer\":%d}".formatted(answers.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int play(HttpExchange exchange, String document) throws InterruptedException {
    var words = new ArrayList<>(List.of(document.lines().findFirst().orElse("").split(" ", -1)));
    switch (words.getFirst()) {
      case "wait" ->
          new Semaphore(0).tryAcquire(Long.parseLong(words.get(1)), TimeUnit.MILLISECONDS);
      case "gate" -> gate(words.get(1)).acquire();
      case "gates" -> gate(words.get(callsFor(document).size())).acquire();
      case "fail" -> {
        if (callsFor(document).size() <= Integer.parseInt(words.get(1))) {
          return 503;
        }
      }
      case "busy" -> {
        if (callsFor(document).size() == 1) {
          exchange.getResponseHeaders().add("Retry-After", words.get(1));
          return 429;
        }
      }
      case "refuse" -> {
        return 400;
      }
      default -> {}
    }
    return 200;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
