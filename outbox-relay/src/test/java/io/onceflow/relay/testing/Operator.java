package io.onceflow.relay.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What an operator does at the management port. */
public final class Operator {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String management;
  private final String outbox;

  public Operator(String management, String outbox) {
    this.management = management;
    this.outbox = outbox;
  }

  /** The list of parked rows, as JSON. */
  public String parked() {
    return get("/actuator/parked");
  }

  /** The status of the answer. */
  public int release(long id) {
    return send("POST", "/actuator/parked/%s/%d".formatted(outbox, id)).statusCode();
  }

  /** The status of the answer. */
  public int discard(long id) {
    return send("DELETE", "/actuator/parked/%s/%d".formatted(outbox, id)).statusCode();
  }

  /** The status of the answer. */
  public int readiness() {
    return send("GET", "/actuator/health/readiness").statusCode();
  }

  public String get(String path) {
    return send("GET", path).body();
  }

  private HttpResponse<String> send(String method, String path) {
    var request =
        HttpRequest.newBuilder(URI.create(management + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(15))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
