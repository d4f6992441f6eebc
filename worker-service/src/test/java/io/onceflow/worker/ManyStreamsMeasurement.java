package io.onceflow.worker;

import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.provider.FakeProviderProcess;
import io.onceflow.devstack.provider.Scenario;
import io.onceflow.worker.testing.TestSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a worker needs for 500 slow answers at once, as a process of its own whose heap may have 256
 * MB. No test, so it runs by its name alone: {@code -Dtest=ManyStreamsMeasurement}.
 */
class ManyStreamsMeasurement {
  private static final int STREAMS = 500;
  private static final Duration SOON = Duration.ofMinutes(2);

  @Test
  void memoryOfFiveHundredSlowAnswersAtOnce(@TempDir Path folder) throws Exception {
    try (var provider = FakeProviderProcess.start(folder);
        var suite =
            new TestSuite(
                """
                engine: openai
                prompt: auto-classify
                timeout: PT10M
                concurrency: %d
                output-schema:
                  type: object
                  properties: {label: {enum: [sports, politics]}}
                  required: [label]
                """
                    .formatted(STREAMS * 6 / 5))) {
      var endpoint = "onceflow.engine.openai.endpoints.default.";
      var worker =
          suite.forkWorker(
              Map.of(
                  endpoint + "base-url",
                  provider.baseUrl().toString(),
                  endpoint + "model",
                  Scenario.SCRIPTED));
      var document = "The harvest was good this year. ".repeat(100);
      IntStream.range(0, STREAMS)
          .mapToObj(i -> suite.request("play drip\nReport %d. %s".formatted(i, document)))
          .forEach(suite::publish);
      await().atMost(SOON).until(() -> requests(provider) == STREAMS);
      var most = 0L;
      var begin = System.nanoTime();
      while (suite.finished().size() < STREAMS
          && System.nanoTime() - begin < SOON.toNanos()
          && worker.isAlive()) {
        most = Math.max(most, residentMegabytes(worker.pid()));
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
      }
      System.out.printf(
          "%d answers, %d s after the last request; the worker's most resident memory was %d MB%n",
          suite.finished().size(), (System.nanoTime() - begin) / 1_000_000_000, most);
    }
  }

  private static long requests(FakeProviderProcess provider) throws IOException {
    try (var lines = Files.lines(provider.requests())) {
      return lines.count();
    }
  }

  private static long residentMegabytes(long pid) throws IOException {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElse(0);
    }
  }
}
