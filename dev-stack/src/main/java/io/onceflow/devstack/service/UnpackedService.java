package io.onceflow.devstack.service;

import io.onceflow.devstack.server.StartCache;
import io.onceflow.devstack.server.ThisJvm;
import java.nio.file.Path;

/**
 * A service's jar and libraries as plain files.
 *
 * @param mainJar what {@code java -jar} starts
 */
public record UnpackedService(Path mainJar) {
  public StartCache startCache() {
    return new StartCache(mainJar.resolveSibling("start-" + ThisJvm.version() + ".aot"));
  }
}
