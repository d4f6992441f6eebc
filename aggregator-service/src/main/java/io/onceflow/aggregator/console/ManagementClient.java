package io.onceflow.aggregator.console;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks management ports how their process is. */
final class ManagementClient implements AutoCloseable {
  static final String SILENT = "SILENT";

  private final HttpClient http;
  private final Duration timeout;

  ManagementClient(Duration timeout) {
    this.timeout = timeout;
    this.http = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  /** What a process says; silence is an answer too. */
  Answer ask(URI address) throws InterruptedException {
    try {
      var health = get(address, "/actuator/health");
      var status = JsonMapper.shared().readTree(health).path("status").asString(SILENT);
      return new Answer(status, Meters.parse(get(address, "/actuator/prometheus")));
    } catch (IOException | JacksonException e) {
      return new Answer(SILENT, Meters.NONE);
    }
  }

  private String get(URI address, String path) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(address.resolve(path)).timeout(timeout).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  /**
   * The processes behind an address: one for each that its host's name stands for. Of an https
   * address the name itself, which the certificate is for.
   */
  static List<URI> processes(URI address) {
    if ("https".equals(address.getScheme())) {
      return List.of(address);
    }
    try {
      return Stream.of(InetAddress.getAllByName(address.getHost()))
          .map(InetAddress::getHostAddress)
          .distinct()
          .map(host -> host.contains(":") ? "[" + host.replaceFirst("%.*", "") + "]" : host)
          .map(host -> URI.create("http://" + host + ":" + port(address)))
          .toList();
    } catch (UnknownHostException e) {
      return List.of(address);
    }
  }

  private static int port(URI address) {
    return address.getPort() < 0 ? 80 : address.getPort();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  /** What a process said. */
  record Answer(String status, Meters meters) {}
}
