package io.onceflow.aggregator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.onceflow.http.problem.ProblemException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ForwardUploadsTests {
  private final Map<String, String> seen = new ConcurrentHashMap<>();

  @SuppressWarnings("NullAway.Init")
  private HttpServer ingest;

  @BeforeEach
  void start() throws IOException {
    ingest = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ingest.createContext("/api/v1/tasks", this::answer);
    ingest.start();
  }

  @AfterEach
  void stop() {
    ingest.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestHeaders().forEach((name, values) -> seen.put(name, values.getFirst()));
      seen.put("query", String.valueOf(exchange.getRequestURI().getRawQuery()));
      seen.put(
          "body", new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      exchange.getResponseHeaders().set("Idempotency-Replayed", "true");
      exchange.getResponseHeaders().set("Set-Cookie", "internal=1");
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      var body = "{\"taskId\":\"1\"}".getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(202, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Test
  void theUploadIsSentOnAsItIsWithTheCallersOwnCredentials() throws Exception {
    var request = upload("the document");
    request.setQueryString("title=a%20b");
    request.addHeader("Authorization", "Bearer key");
    request.addHeader("Idempotency-Key", "a:process:1");
    request.addHeader("Cookie", "mine=1");
    var response = forward(ingest.getAddress().getPort(), request);

    assertThat(response.getStatus()).isEqualTo(202);
    assertThat(response.getContentAsString()).isEqualTo("{\"taskId\":\"1\"}");
    assertThat(response.getHeader("Idempotency-Replayed")).isEqualTo("true");
    assertThat(response.getHeader("Set-Cookie")).isNull();
    assertThat(seen)
        .containsEntry("body", "the document")
        .containsEntry("query", "title=a%20b")
        .containsEntry("Authorization", "Bearer key")
        .containsEntry("Idempotency-key", "a:process:1")
        .containsEntry("Content-type", "text/plain")
        .containsEntry("Content-length", "12")
        .containsEntry("X-forwarded-host", "flow.example.com")
        .doesNotContainKey("Cookie");
  }

  @Test
  void anIngestThatIsAwayIsSaidAndNothingIsLost() {
    var port = ingest.getAddress().getPort();
    ingest.stop(0);
    assertThatThrownBy(() -> forward(port, upload("the document")))
        .isInstanceOfSatisfying(
            ProblemException.class,
            problem -> {
              assertThat(problem.problem().status()).isEqualTo(503);
              assertThat(problem.problem().type())
                  .hasToString("urn:onceflow:problem:ingest-unreachable");
              assertThat(problem.retryAfter()).isPresent();
            });
  }

  private static MockHttpServletRequest upload(String body) {
    var request = new MockHttpServletRequest("POST", "/api/v1/tasks");
    request.setServerName("flow.example.com");
    request.setContentType("text/plain");
    request.setContent(body.getBytes(StandardCharsets.UTF_8));
    return request;
  }

  private static MockHttpServletResponse forward(int port, MockHttpServletRequest request)
      throws IOException, InterruptedException {
    var properties =
        new ConsoleProperties(
            URI.create("http://127.0.0.1:" + port), Map.of(), Duration.ofSeconds(1));
    try (var forward = new ForwardUploads(properties)) {
      var response = new MockHttpServletResponse();
      forward.forward(request, response);
      return response;
    }
  }
}
