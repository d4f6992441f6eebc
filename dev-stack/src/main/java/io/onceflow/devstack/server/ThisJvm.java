package io.onceflow.devstack.server;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The Java that runs this program, for the programs it starts. */
public final class ThisJvm {
  private ThisJvm() {}

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** What a cache must be kept apart by: caches of one build of Java do not fit another. */
  public static String version() {
    return System.getProperty("java.vm.version").replaceAll("[^A-Za-z0-9.-]", "-");
  }

  /** The jars that this program was started with, its own included. */
  static List<Path> jars() {
    var path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .map(entry -> Path.of(entry).toAbsolutePath())
        .toList();
  }
}
