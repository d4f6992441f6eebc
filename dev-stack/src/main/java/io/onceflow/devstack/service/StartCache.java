package io.onceflow.devstack.service;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.ThisJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JVM's ahead-of-time cache of one build of a service: classes loaded and linked, which saves
 * about half of the start. Without it, or where it does not fit, the service starts as usual.
 */
public final class StartCache {
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Path unpacked;
  private final Path mainJar;

  /**
   * @param unpacked the folder of {@link ServiceJar#unpack}
   */
  public StartCache(ServiceJar jar, Path unpacked) {
    this.unpacked = unpacked;
    this.mainJar = unpacked.resolve(jar.path().getFileName());
  }

  Path mainJar() {
    return mainJar;
  }

  List<String> useOptions() {
    return isTrained() ? List.of("-XX:AOTCache=" + file(), "-Xlog:aot=off") : List.of();
  }

  public boolean isTrained() {
    return Files.exists(file());
  }

  /**
   * Starts the service a second time until its context stands, without opening ports or consuming,
   * so that the JVM can learn what a start needs.
   *
   * @return the run; the cache is there when it has ended with 0 and {@link #keep()} was called
   */
  public GuardedProcess train(ServiceProcess.Instance instance) {
    var words =
        Stream.of(
                List.of("nice", "-n", "10", ThisJvm.java()),
                instance.jvmOptions(),
                List.of(
                    "-XX:AOTCacheOutput=" + fresh(),
                    "-Dspring.context.exit=onRefresh",
                    "-jar",
                    mainJar.toString()))
            .flatMap(List::stream)
            .toList();
    return GuardedProcess.start(
        new GuardedProcess.Command(
            words, instance.environment(), unpacked, instance.log(), "KILL", GRACE, null));
  }

  /** Makes the result of a training run the cache. */
  public void keep() {
    try {
      if (Files.exists(fresh())) {
        Files.move(fresh(), file(), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file() {
    return unpacked.resolve("start.aot");
  }

  private Path fresh() {
    return unpacked.resolve("start.aot.new");
  }
}
