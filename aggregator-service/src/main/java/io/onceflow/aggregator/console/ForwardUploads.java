package io.onceflow.aggregator.console;

import io.onceflow.http.problem.ProblemException;
import io.onceflow.http.trace.TraceContext;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Passes uploads on to the ingest service where no proxy does, so that the console needs one
 * address alone. The body streams through unread; whether it is accepted is decided there, by the
 * caller's own credentials.
 */
@Hidden
@RestController
@ConditionalOnProperty("onceflow.console.ingest-url")
final class ForwardUploads implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(3);
  private static final List<String> ASKED =
      List.of(
          HttpHeaders.AUTHORIZATION,
          "X-API-Key",
          HttpHeaders.CONTENT_TYPE,
          HttpHeaders.CONTENT_ENCODING,
          "Idempotency-Key");
  private static final List<String> ANSWERED =
      List.of(
          HttpHeaders.CONTENT_TYPE,
          HttpHeaders.LOCATION,
          HttpHeaders.RETRY_AFTER,
          "Idempotency-Replayed");

  private final String ingest;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .executor(Executors.newVirtualThreadPerTaskExecutor())
          .build();

  ForwardUploads(ConsoleProperties properties) {
    this.ingest = String.valueOf(properties.ingestUrl()).replaceAll("/+$", "");
  }

  @PostMapping({"/api/v1/tasks", "/api/v1/tasks/batch"})
  void forward(HttpServletRequest request, HttpServletResponse response)
      throws IOException, InterruptedException {
    var answer = send(request);
    response.setStatus(answer.statusCode());
    for (var name : ANSWERED) {
      answer.headers().firstValue(name).ifPresent(value -> response.setHeader(name, value));
    }
    try (var body = answer.body()) {
      body.transferTo(response.getOutputStream());
    }
  }

  private HttpResponse<InputStream> send(HttpServletRequest request)
      throws IOException, InterruptedException {
    try {
      return http.send(forwarded(request), BodyHandlers.ofInputStream());
    } catch (ConnectException | HttpTimeoutException e) {
      throw ProblemException.unavailable(
          "ingest-unreachable",
          "The ingest service does not answer; nothing was accepted. Send the same again.",
          RETRY_AFTER);
    } catch (IOException e) {
      throw ProblemException.unavailable(
          "upload-cut-off",
          "The upload was cut off. If the document is within the size limit, send the same again.",
          RETRY_AFTER);
    }
  }

  private HttpRequest forwarded(HttpServletRequest request) throws IOException {
    var query = request.getQueryString();
    var path = request.getRequestURI() + (query == null ? "" : "?" + query);
    var forwarded =
        HttpRequest.newBuilder(URI.create(ingest + path))
            .timeout(LONGEST)
            .POST(body(request))
            .header("traceparent", TraceContext.current().traceparent())
            .header("X-Forwarded-Proto", request.getScheme())
            .header("X-Forwarded-Host", request.getServerName())
            .header("X-Forwarded-Port", String.valueOf(request.getServerPort()));
    for (var name : ASKED) {
      var value = request.getHeader(name);
      if (value != null) {
        forwarded.header(name, value);
      }
    }
    return forwarded.build();
  }

  // with its length, by which ingest refuses what is too large before it is sent
  private static BodyPublisher body(HttpServletRequest request) throws IOException {
    var length = request.getContentLengthLong();
    if (length == 0) {
      return BodyPublishers.noBody();
    }
    var stream = request.getInputStream();
    var body = BodyPublishers.ofInputStream(() -> stream);
    return length < 0 ? body : BodyPublishers.fromPublisher(body, length);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
