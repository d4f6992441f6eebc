package io.onceflow.benchmarks.notify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** The heap of a service, by what its management port tells. */
final class Heap {
  private static final double MEGABYTE = 1 << 20;

  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpRequest request;
  private double highest;

  Heap(int managementPort) {
    request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%d/actuator/prometheus".formatted(managementPort)))
            .build();
  }

  /** The most that the service may use. */
  long mostMegabytes() throws InterruptedException {
    return Math.round(sum("jvm_memory_max_bytes"));
  }

  /** Reads what is in use now, garbage included. */
  void read() throws InterruptedException {
    highest = Math.max(highest, sum("jvm_memory_used_bytes"));
  }

  double highestMegabytes() {
    return highest;
  }

  private double sum(String metric) throws InterruptedException {
    try {
      var lines = http.send(request, BodyHandlers.ofString()).body().lines();
      return lines
              .filter(line -> line.startsWith(metric + "{area=\"heap\""))
              .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
              .filter(bytes -> bytes > 0)
              .sum()
          / MEGABYTE;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
