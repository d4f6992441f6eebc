package io.onceflow.devstack.provider;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.server.Probes;
import io.onceflow.devstack.server.ThisJvm;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A {@link FakeProvider} as a process of its own, so that it outlives the services that call it and
 * none of their threads and none of their memory is its own. Ends with this JVM at the latest.
 */
public final class FakeProviderProcess implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final GuardedProcess process;
  private final int port;
  private final Path requests;

  private FakeProviderProcess(GuardedProcess process, int port, Path requests) {
    this.process = process;
    this.port = port;
    this.requests = requests;
  }

  /**
   * Starts one and returns when it answers.
   *
   * @param folder takes its log and the file {@code requests.jsonl}
   */
  public static FakeProviderProcess start(Path folder) {
    var port = Ports.free();
    var requests = folder.resolve("requests.jsonl");
    var classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var process =
        GuardedProcess.start(
            new GuardedProcess.Command(
                List.of(
                    ThisJvm.java(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx256m",
                    FakeProvider.class.getName(),
                    Integer.toString(port),
                    requests.toString()),
                Map.of("CLASSPATH", classPath),
                folder,
                folder.resolve("provider.log"),
                "TERM",
                Duration.ofSeconds(5),
                null));
    Probes.await("the fake provider", () -> Probes.listens(HOST, port));
    return new FakeProviderProcess(process, port, requests);
  }

  /** What stands before {@code /chat/completions}. */
  public URI baseUrl() {
    return URI.create("http://%s:%d/v1".formatted(HOST, port));
  }

  /** The file that takes each request as a line of JSON ({@link LoggedRequest}). */
  public Path requests() {
    return requests;
  }

  @Override
  public void close() {
    process.stop();
  }
}
