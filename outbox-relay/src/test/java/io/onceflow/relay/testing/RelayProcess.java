package io.onceflow.relay.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A relay in a process of its own, to be killed. */
public final class RelayProcess implements AutoCloseable {
  private final Process process;

  private RelayProcess(Process process) {
    this.process = process;
  }

  /** Starts a relay for one outbox; returns before it drains. */
  public static RelayProcess start(TestOutbox outbox, String... settings) {
    return start("io.onceflow.relay.OutboxRelay", outbox, settings);
  }

  /** Starts another main class that runs a relay. */
  public static RelayProcess start(String mainClass, TestOutbox outbox, String... settings) {
    var words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                mainClass));
    words.addAll(RelayInProcess.arguments(outbox, settings));
    try {
      var log = new File("target", "relay-process.log");
      return new RelayProcess(
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM, and the end that follows. */
  public void terminate() {
    process.destroy();
    awaitEnd();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the relay did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    awaitEnd();
  }
}
