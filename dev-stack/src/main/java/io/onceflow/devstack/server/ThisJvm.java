package io.onceflow.devstack.server;

import java.nio.file.Path;

/** The Java that runs this program, for the programs it starts. */
public final class ThisJvm {
  private ThisJvm() {}

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
