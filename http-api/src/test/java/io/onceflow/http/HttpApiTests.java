package io.onceflow.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "management.server.port=0",
      "onceflow.security.api-keys[0].name=alice",
      // printf %s key-of-alice | sha256sum
      "onceflow.security.api-keys[0].sha256=d16a80956c32f3f5fb979bea408abac8c3eef6c54ecb234279e337146cf87b47",
      "onceflow.security.api-keys[0].tenant=acme",
      "onceflow.security.api-keys[0].user=alice",
      "onceflow.security.api-keys[1].name=operator",
      "onceflow.security.api-keys[1].sha256=ec2301ea9e482558cb2a9dd4b3e566fc029141e94a94f8074c2aeccfc549e444",
      "onceflow.security.api-keys[1].tenant=acme",
      "onceflow.security.api-keys[1].user=olga",
      "onceflow.security.api-keys[1].roles=user,operator",
    })
class HttpApiTests {
  private static final String TYPE = "urn:onceflow:problem:";

  private final HttpClient client = HttpClient.newHttpClient();
  @LocalServerPort private int port;
  @LocalManagementPort private int managementPort;

  @Test
  void aKeyInEitherHeaderNamesTheCaller() throws Exception {
    var expected = "\"tenant\":\"acme\"";
    assertThat(send(get("/caller").header("X-API-Key", "key-of-alice")).body()).contains(expected);
    assertThat(send(get("/caller").header("Authorization", "bearer key-of-alice")).body())
        .contains(expected);
  }

  @Test
  void noKeyOrAWrongOneIsAProblemAndAChallenge() throws Exception {
    assertProblem(send(get("/caller")), 401, "unauthorized");
    var answer = send(get("/caller").header("X-API-Key", "key-of-mallory"));
    assertProblem(answer, 401, "unauthorized");
    assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
  }

  @Test
  void whatDoesNotExistIsNotToldToStrangers() throws Exception {
    assertProblem(send(get("/nothing-here")), 401, "unauthorized");
    assertProblem(send(asAlice("/nothing-here")), 404, "not-found");
  }

  @Test
  void openPathsNeedNoCaller() throws Exception {
    assertThat(send(get("/open")).statusCode()).isEqualTo(200);
  }

  @Test
  void aMissingRoleIsForbidden() throws Exception {
    assertProblem(send(asAlice("/operators")), 403, "forbidden");
    assertThat(send(get("/operators").header("X-API-Key", "key-of-olga")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void anAsynchronousRequestKeepsItsCaller() throws Exception {
    assertThat(send(asAlice("/later")).body()).isEqualTo("acme");
  }

  @Test
  void managementIsOpenOnItsOwnPortAndAbsentFromThePublicOne() throws Exception {
    var onItsPort =
        HttpRequest.newBuilder(
            URI.create("http://localhost:%d/actuator/health".formatted(managementPort)));
    assertThat(send(onItsPort).statusCode()).isEqualTo(200);
    assertProblem(send(get("/actuator/health")), 401, "unauthorized");
    assertProblem(send(asAlice("/actuator/health")), 404, "not-found");
  }

  @Test
  void everyErrorOfSpringIsAProblem() throws Exception {
    assertProblem(
        send(asAlice("/caller").method("DELETE", BodyPublishers.noBody())),
        405,
        "method-not-allowed");
    assertProblem(
        send(
            asAlice("/body").header("Content-Type", "text/csv").POST(BodyPublishers.ofString("1"))),
        415,
        "unsupported-media-type");
    assertProblem(send(asAlice("/caller").header("Accept", "image/png")), 406, "not-acceptable");
    var broken = send(json("/body", "{\"size\":"));
    assertProblem(broken, 400, "bad-request");
    assertThat(broken.body()).contains("line 1");
  }

  @Test
  void aWrongFieldIsNamed() throws Exception {
    var body = send(json("/body", "{\"size\":\"big\"}"));
    assertProblem(body, 400, "invalid-request");
    assertThat(body.body()).contains("\"field\":\"size\"");
    assertThat(send(asAlice("/number?n=x")).body()).contains("\"field\":\"n\"");
    assertThat(send(asAlice("/number")).body()).contains("\"field\":\"n\"");
  }

  @Test
  void anUnexpectedErrorTellsNothing() throws Exception {
    var answer = send(asAlice("/bug"));
    assertProblem(answer, 500, "internal-server-error");
    assertThat(answer.body()).doesNotContain("secret", "IllegalState", "onceflow.http");
  }

  @Test
  void anAbsentDatabaseIsUnavailable() throws Exception {
    var answer = send(asAlice("/database"));
    assertProblem(answer, 503, "database-unavailable");
    assertThat(answer.headers().firstValue("Retry-After")).contains("2");
    assertThat(answer.body()).doesNotContain("10.0.0.7");
  }

  @Test
  void retryAfterIsRoundedUpToSeconds() throws Exception {
    assertThat(send(asAlice("/busy")).headers().firstValue("Retry-After")).contains("2");
  }

  @Test
  void whatTomcatRefusesIsAProblemToo() throws Exception {
    var answer = raw("GET /caller HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    assertThat(answer).contains("X-Trace-Id: ").contains(TYPE + "bad-request");
    assertThat(answer).doesNotContain("Tomcat", "Exception");
    assertThat(raw("GET /a%2Fb%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("application/problem+json");
  }

  @Test
  void theClientsTraceIsContinuedAndTold() throws Exception {
    var traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    var answer =
        send(
            asAlice("/trace")
                .header("traceparent", "00-%s-00f067aa0ba902b7-01".formatted(traceId)));
    assertThat(answer.headers().firstValue("X-Trace-Id")).contains(traceId);
    assertThat(answer.body()).startsWith("00-" + traceId).doesNotContain("00f067aa0ba902b7");
  }

  @Test
  void anInvalidTraceIsReplaced() throws Exception {
    var answer = send(asAlice("/trace").header("traceparent", "00-zero-zero-01"));
    assertThat(answer.headers().firstValue("X-Trace-Id").orElseThrow()).matches("[0-9a-f]{32}");
    assertThat(answer.body()).contains(answer.headers().firstValue("X-Trace-Id").orElseThrow());
  }

  @Test
  void aTrustedProxyNamesTheAddress() throws Exception {
    assertThat(
            send(asAlice("/address").header("Forwarded", "proto=https;host=flow.example:444"))
                .body())
        .isEqualTo("https://flow.example:444/address");
    assertThat(
            send(asAlice("/address")
                    .header("X-Forwarded-Proto", "https")
                    .header("X-Forwarded-Host", "flow.example")
                    .header("X-Forwarded-Prefix", "/once"))
                .body())
        .isEqualTo("https://flow.example/once/address");
  }

  private void assertProblem(HttpResponse<String> answer, int status, String type) {
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(answer.headers().firstValue("X-Trace-Id")).isPresent();
    assertThat(answer.body())
        .contains("\"type\":\"" + TYPE + type + "\"", "\"status\":" + status, "\"detail\":\"");
  }

  private HttpRequest.Builder get(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)));
  }

  private HttpRequest.Builder asAlice(String path) {
    return get(path).header("X-API-Key", "key-of-alice");
  }

  private HttpRequest.Builder json(String path, String body) {
    return asAlice(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private String raw(String request) throws IOException {
    try (var socket = new Socket("localhost", port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
