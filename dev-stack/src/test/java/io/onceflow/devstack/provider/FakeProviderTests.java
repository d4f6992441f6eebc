package io.onceflow.devstack.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class FakeProviderTests {
  private static final String REQUEST =
      """
      {"model": "server-error", "messages": [], "response_format": {"type": "json_object"}}\
      """;

  private static final String MESSAGES =
      """
      [{}, {"content": "<document>\\nplay unauthorized\\n</document>"}]\
      """;

  @Test
  void theLogIsReadAndEmptiedFromOutside() throws Exception {
    try (var provider = FakeProvider.start(0);
        var http = HttpClient.newHttpClient()) {
      var completions = URI.create(provider.baseUrl() + "/chat/completions");
      var ask =
          HttpRequest.newBuilder(completions)
              .header("Idempotency-Key", "work-1")
              .POST(BodyPublishers.ofString(REQUEST))
              .build();
      assertThat(http.send(ask, BodyHandlers.ofString()).statusCode()).isEqualTo(500);

      var log = HttpRequest.newBuilder(provider.baseUrl().resolve("/requests"));
      var entry =
          JsonMapper.shared()
              .readTree(http.send(log.build(), BodyHandlers.ofString()).body())
              .path(0);
      assertThat(entry.path("key").asString()).isEqualTo("work-1");
      assertThat(entry.path("model").asString()).isEqualTo("server-error");
      assertThat(entry.path("format").asString()).isEqualTo("json_object");

      http.send(log.DELETE().build(), BodyHandlers.discarding());
      assertThat(provider.requests()).isEmpty();
    }
  }

  @Test
  void asAProcessItWritesEachRequestAsALine(@TempDir Path folder) throws Exception {
    try (var provider = FakeProviderProcess.start(folder);
        var http = HttpClient.newHttpClient()) {
      var body = REQUEST.replace("server-error", "scripted").replace("[]", MESSAGES);
      var ask =
          HttpRequest.newBuilder(URI.create(provider.baseUrl() + "/chat/completions"))
              .POST(BodyPublishers.ofString(body))
              .build();

      assertThat(http.send(ask, BodyHandlers.ofString()).statusCode()).isEqualTo(401);

      assertThat(Files.readAllLines(provider.requests()))
          .singleElement()
          .satisfies(
              line ->
                  assertThat(JsonMapper.shared().readTree(line).path("body").asString())
                      .isEqualTo(body));
    }
  }
}
