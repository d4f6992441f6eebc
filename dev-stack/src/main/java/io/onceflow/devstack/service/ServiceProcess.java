package io.onceflow.devstack.service;

import io.onceflow.devstack.server.Folders;
import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.LogTail;
import io.onceflow.devstack.server.ThisJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One instance of a service, as a process. It can be started again after it has ended. */
public final class ServiceProcess {
  private static final Duration READY_PATIENCE = Duration.ofMinutes(2);

  /** Longer than a service takes to hand back its work. */
  private static final Duration GRACE = Duration.ofSeconds(45);

  private final Instance instance;
  private final UnpackedService program;
  private @Nullable GuardedProcess process;
  private boolean stopped;

  /**
   * What to run.
   *
   * @param springSettings the settings as JSON; given in the environment, where other users cannot
   *     read them
   * @param temporary a folder for the process's temporary files, emptied at each start
   * @param jvmOptions for the heap and the compilers; see {@link ServiceKind#jvmOptions}
   */
  public record Instance(
      ServiceKind kind,
      String name,
      int port,
      int managementPort,
      String springSettings,
      Path log,
      Path temporary,
      List<String> jvmOptions) {

    private List<String> allJvmOptions() {
      var options = new ArrayList<>(jvmOptions);
      options.addAll(
          List.of(
              "-XX:+UseSerialGC",
              "-XX:+UseCompactObjectHeaders",
              "-XX:+ExitOnOutOfMemoryError",
              "--enable-native-access=ALL-UNNAMED",
              "--sun-misc-unsafe-memory-access=allow",
              "-Djava.io.tmpdir=" + temporary));
      return options;
    }

    Map<String, String> environment() {
      return Map.of("SPRING_APPLICATION_JSON", springSettings);
    }
  }

  public ServiceProcess(Instance instance, UnpackedService program) {
    this.instance = instance;
    this.program = program;
  }

  public Instance instance() {
    return instance;
  }

  /** Starts the process and returns when the service is ready. */
  public void start() {
    var started = launch();
    var ready = started.await(this::isReady, READY_PATIENCE);
    if (!ready && !isStopped()) {
      var fate = started.isAlive() ? "is not ready after " + READY_PATIENCE : "has ended";
      throw new LaunchException(
          "%s %s.%n%s".formatted(instance.name(), fate, LogTail.of(instance.log())));
    }
  }

  private synchronized GuardedProcess launch() {
    if (stopped) {
      throw new LaunchException(instance.name() + " is being stopped");
    }
    var started = run(program.startCache().useOptions(), List.of());
    process = started;
    return started;
  }

  /**
   * Starts the service beside itself until its context stands, without opening ports or consuming,
   * so that the JVM can learn what a start needs.
   */
  public GuardedProcess train() {
    var options = new ArrayList<>(program.startCache().trainingOptions());
    options.add("-Dspring.context.exit=onRefresh");
    return run(options, List.of("nice", "-n", "10"));
  }

  private GuardedProcess run(List<String> options, List<String> prefix) {
    try {
      Folders.delete(instance.temporary());
      Files.createDirectories(instance.temporary());
    } catch (IOException e) {
      throw new LaunchException("Cannot make %s: %s".formatted(instance.temporary(), e), e);
    }
    var words =
        Stream.of(
                prefix,
                List.of(ThisJvm.java()),
                instance.allJvmOptions(),
                options,
                List.of("-jar", program.mainJar().toString()))
            .flatMap(List::stream)
            .toList();
    return GuardedProcess.start(
        new GuardedProcess.Command(
            words,
            instance.environment(),
            instance.temporary(),
            instance.log(),
            "TERM",
            GRACE,
            null));
  }

  /** Ends the service in order; it will not start again. */
  public void stop() {
    GuardedProcess running;
    synchronized (this) {
      stopped = true;
      running = process;
    }
    if (running != null) {
      running.stop();
    }
  }

  /** The process that was last started. */
  public synchronized Optional<GuardedProcess> process() {
    return Optional.ofNullable(process);
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private boolean isReady() {
    return Health.of(instance.managementPort()).isUp();
  }
}
