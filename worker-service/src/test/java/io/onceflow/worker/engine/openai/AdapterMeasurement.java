package io.onceflow.worker.engine.openai;

import io.onceflow.devstack.provider.FakeProviderProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * How much the engine adds to a bare HTTP exchange of the same bytes: prompt, request, reading,
 * schema. No test, so it runs by its name alone: {@code -Dtest=AdapterMeasurement}.
 */
class AdapterMeasurement {
  private static final int WARM_UP = 3_000;
  private static final int ROUNDS = 5;
  private static final int CALLS = 1_000;

  @Test
  void overheadOverABareExchange(@TempDir Path folder) throws Exception {
    try (var provider = FakeProviderProcess.start(folder);
        var bench = new OpenAiBench();
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      bench.endpoint("base-url", provider.baseUrl().toString()).endpoint("model", "ok");
      try (var engine = OpenAiEngine.of(bench.properties(), Clock.systemUTC())) {
        var step = OpenAiBench.step("auto-classify");
        var document = "The harvest was good this year. ".repeat(60);
        Callable<Object> adapter = () -> engine.call(bench.callOf(step, document));
        adapter.call();
        var bare = bare(http, provider.baseUrl(), Files.readString(provider.requests()));

        times(WARM_UP, bare);
        times(WARM_UP, adapter);
        for (int round = 1; round <= ROUNDS; round++) {
          var exchange = median(times(CALLS, bare));
          var call = median(times(CALLS, adapter));
          System.out.printf(
              Locale.ROOT,
              "round %d: bare exchange %d µs, engine's call %d µs, overhead %d µs (medians of"
                  + " %d)%n",
              round,
              exchange,
              call,
              call - exchange,
              CALLS);
        }
      }
    }
  }

  /** The exchange that the engine has made, by the HTTP client alone. */
  private static Callable<Object> bare(HttpClient http, URI base, String log) {
    var body = JsonMapper.shared().readTree(log).path("body").asString();
    var request =
        HttpRequest.newBuilder(URI.create(base + "/chat/completions"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body, StandardCharsets.UTF_8))
            .build();
    return () -> http.send(request, BodyHandlers.ofByteArray()).body();
  }

  private static long[] times(int calls, Callable<Object> call) throws Exception {
    var micros = new long[calls];
    for (int i = 0; i < calls; i++) {
      long begin = System.nanoTime();
      call.call();
      micros[i] = (System.nanoTime() - begin) / 1_000;
    }
    return micros;
  }

  private static long median(long[] micros) {
    Arrays.sort(micros);
    return micros[micros.length / 2];
  }
}
