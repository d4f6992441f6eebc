package io.onceflow.worker.testing;

import io.onceflow.devstack.server.GuardedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A worker that runs as a process of its own and ends with this one. */
public final class WorkerProcess implements AutoCloseable {
  private final GuardedProcess process;

  private WorkerProcess(GuardedProcess process) {
    this.process = process;
  }

  static WorkerProcess start(List<String> arguments, Path folder) {
    var path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED",
            WorkerUnderTest.class.getName()));
    words.addAll(arguments);
    return new WorkerProcess(
        GuardedProcess.start(
            new GuardedProcess.Command(
                words,
                Map.of("CLASSPATH", path),
                folder,
                folder.resolve("worker.log"),
                "TERM",
                Duration.ofSeconds(40),
                null)));
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Of the worker itself. */
  public long pid() {
    return process.handle().pid();
  }

  /** As by SIGKILL. */
  public void kill() {
    process.kill();
  }

  /** Asks the process to end, as an orchestrator does, and returns at once. */
  public void terminate() {
    process.signal("TERM");
  }

  /** Asks the process to end and returns when it has. */
  public void stop() {
    process.stop();
  }

  /** Freezes the process: its connections stay open and nothing moves. */
  public void pause() {
    process.signal("STOP");
  }

  public void resume() {
    process.signal("CONT");
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      process.signal("CONT");
      process.kill();
    }
  }
}
