package io.onceflow.devstack.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server that runs as a guarded process of this machine, its data in a folder of its own. */
public abstract class EmbeddedServer implements Server {
  private static final Duration START_PATIENCE = Duration.ofSeconds(90);

  private final String name;
  private final int port;
  private final ServerFolder folder;
  private @Nullable GuardedProcess process;

  EmbeddedServer(String name, int port, ServerFolder folder) {
    this.name = name;
    this.port = port;
    this.folder = folder;
  }

  /** Makes the data folder ready: called before each start, so it must be repeatable. */
  abstract void prepare() throws IOException;

  abstract GuardedProcess.Command command();

  /** Whether clients are served; asked again and again while the server starts. */
  abstract boolean isServing();

  /**
   * The quickest ending that leaves nothing behind on the machine, for data that is thrown away.
   */
  abstract String discardSignal();

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final int port() {
    return port;
  }

  final ServerFolder folder() {
    return folder;
  }

  final String endOfLog() {
    return LogTail.of(folder.log());
  }

  @Override
  public final synchronized void start() {
    if (process != null && process.isAlive()) {
      return;
    }
    try {
      Files.createDirectories(folder.data());
      Files.createDirectories(folder.log().toAbsolutePath().getParent());
      prepare();
    } catch (IOException e) {
      throw new LaunchException(
          "%s: cannot use its folder %s: %s".formatted(name, folder.data(), e), e);
    }
    var started = GuardedProcess.start(command());
    process = started;
    if (!started.await(this::isServing, START_PATIENCE)) {
      var fate = started.isAlive() ? "does not answer on port " + port : "has ended";
      started.kill();
      throw new LaunchException("%s %s.%n%s".formatted(name, fate, endOfLog()));
    }
  }

  @Override
  public final synchronized void stop() {
    if (process != null) {
      process.stop();
      process = null;
    }
  }

  @Override
  public final synchronized void kill() {
    if (process != null) {
      process.kill();
      process = null;
    }
  }

  /** Ends the server fast, for data that nobody will read again. */
  public final synchronized void discard() {
    if (process != null) {
      process.signal("CONT");
      process.signal(discardSignal());
      process.stop();
      process = null;
    }
  }

  @Override
  public final synchronized void pause() {
    running().signal("STOP");
  }

  @Override
  public final synchronized void resume() {
    running().signal("CONT");
  }

  /** The process that was last started, unless it has been stopped. */
  public final synchronized Optional<GuardedProcess> process() {
    return Optional.ofNullable(process);
  }

  private GuardedProcess running() {
    return process().orElseThrow(() -> new IllegalStateException(name + " is not running"));
  }

  /**
   * Where a server keeps its things.
   *
   * @param data its own folder, made where missing
   * @param log the file that takes its output
   * @param programs a folder for unpacked programs, shared by servers and runs
   * @param durable whether the data must survive a power cut; false also removes it with this JVM
   */
  public record ServerFolder(Path data, Path log, Path programs, boolean durable) {
    @Nullable Path scratch() {
      return durable ? null : data;
    }
  }
}
