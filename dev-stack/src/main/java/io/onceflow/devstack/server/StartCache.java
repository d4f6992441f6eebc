package io.onceflow.devstack.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The JVM's ahead-of-time cache of one program: classes loaded and linked, which saves about half
 * of a start. Without it, or where it does not fit, the program starts as usual.
 *
 * @param file whose name changes with the program and the version of Java
 */
public record StartCache(Path file) {
  public boolean exists() {
    return Files.exists(file);
  }

  /** For a start that uses the cache, where there is one. */
  public List<String> useOptions() {
    return exists() ? List.of("-XX:AOTCache=" + file, "-Xlog:aot=off") : List.of();
  }

  /** For a start that learns what the cache is to hold; it is written as the program ends. */
  public List<String> trainingOptions() {
    return List.of("-XX:AOTCacheOutput=" + fresh());
  }

  /** Takes the result of a training that has ended well. */
  public void keep() {
    try {
      if (Files.exists(fresh())) {
        Files.move(fresh(), file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new LaunchException("Cannot keep " + file + ": " + e, e);
    }
  }

  /** Removes what an interrupted training has left. */
  public void discard() {
    try {
      Files.deleteIfExists(fresh());
      Files.deleteIfExists(fresh().resolveSibling(fresh().getFileName() + ".config"));
    } catch (IOException e) {
      throw new LaunchException("Cannot remove " + fresh() + ": " + e, e);
    }
  }

  /** Of this run alone: another may train at the same time. */
  private Path fresh() {
    var pid = ProcessHandle.current().pid();
    return file.resolveSibling("%s.%d.new".formatted(file.getFileName(), pid));
  }
}
