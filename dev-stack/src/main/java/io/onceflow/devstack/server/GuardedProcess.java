package io.onceflow.devstack.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A child process that cannot outlive this JVM: it runs below a small shell guard that watches the
 * pipe from here and ends the process when the pipe closes, also when this JVM is killed. Signals
 * of the terminal do not reach it.
 */
public final class GuardedProcess {
  private static final String GUARD = readGuard();
  private static final Duration POLL = Duration.ofMillis(25);

  /**
   * What to run.
   *
   * @param stopSignal asks the process to end in order
   * @param grace how long it may take to end before it is killed
   * @param scratch a folder to remove with the process should this JVM die, or null
   */
  public record Command(
      List<String> words,
      Map<String, String> environment,
      Path folder,
      Path log,
      String stopSignal,
      Duration grace,
      @Nullable Path scratch) {}

  private final Process guard;
  private final ProcessHandle process;
  private final Command command;

  private GuardedProcess(Process guard, ProcessHandle process, Command command) {
    this.guard = guard;
    this.process = process;
    this.command = command;
  }

  public static GuardedProcess start(Command command) {
    var words = new ArrayList<String>();
    words.addAll(List.of("/bin/sh", "-c", GUARD, "guard"));
    words.add(command.stopSignal());
    words.add(Long.toString(command.grace().toSeconds()));
    words.add(command.log().toString());
    words.add(command.scratch() == null ? "" : command.scratch().toString());
    words.addAll(command.words());
    var builder = new ProcessBuilder(words).directory(command.folder().toFile());
    builder.environment().putAll(command.environment());
    builder.redirectError(ProcessBuilder.Redirect.appendTo(command.log().toFile()));
    try {
      Files.createDirectories(command.log().toAbsolutePath().getParent());
      var guard = builder.start();
      var pid = guard.inputReader(StandardCharsets.US_ASCII).readLine();
      if (pid == null) {
        throw new LaunchException("Could not start " + command.words().getFirst());
      }
      // A process that ended at once has no handle any more; the guard stands for it then.
      var process = ProcessHandle.of(Long.parseLong(pid)).orElse(guard.toHandle());
      return new GuardedProcess(guard, process, command);
    } catch (IOException e) {
      throw new LaunchException(
          "Could not start %s: %s".formatted(command.words().getFirst(), e.getMessage()), e);
    }
  }

  /** The process itself, not its guard. */
  public ProcessHandle handle() {
    return process;
  }

  public ProcessHandle guardHandle() {
    return guard.toHandle();
  }

  public boolean isAlive() {
    return guard.isAlive();
  }

  /** Completes with the exit code; 128 + n where signal n ended the process. */
  public CompletableFuture<Integer> onExit() {
    return guard.onExit().thenApply(Process::exitValue);
  }

  /**
   * Waits until the condition holds.
   *
   * @return false where the process has ended or the time is over
   */
  public boolean await(BooleanSupplier condition, Duration patience) {
    var end = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < end) {
      if (condition.getAsBoolean()) {
        return true;
      }
      if (hasEndedWithin(POLL)) {
        return false;
      }
    }
    return false;
  }

  /** Ends the process in order, and by force where it does not end within its grace. */
  public void stop() {
    signal("CONT");
    try {
      guard.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitEnd();
  }

  /** Ends the process at once. */
  public void kill() {
    signal("KILL");
    awaitEnd();
  }

  /** Sends a signal to the process and to all processes below it. */
  public void signal(String signal) {
    if (!process.isAlive()) {
      return;
    }
    var words = new ArrayList<>(List.of("/bin/sh", "-c", "kill \"$@\" 2>/dev/null", "kill"));
    words.add("-" + signal);
    Stream.concat(Stream.of(process), process.descendants())
        .map(handle -> Long.toString(handle.pid()))
        .forEach(words::add);
    try {
      new ProcessBuilder(words).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitEnd() {
    if (!hasEndedWithin(command.grace().plusSeconds(10))) {
      throw new LaunchException("Process %d does not end".formatted(process.pid()));
    }
  }

  private boolean hasEndedWithin(Duration patience) {
    try {
      return guard.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !guard.isAlive();
    }
  }

  private static String readGuard() {
    try (var in = GuardedProcess.class.getResourceAsStream("guard.sh")) {
      if (in == null) {
        throw new IllegalStateException("guard.sh is missing from dev-stack");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
