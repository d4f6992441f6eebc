package io.onceflow.worker.engine.embedded;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The engine {@code embedded}.
 *
 * @param enabled whether it is there at all; false saves its memory where no step uses it
 * @param threads that work at once; 0 for one a processor
 * @param nativeLibraryFolder where native libraries are unpacked once and kept; must not be
 *     writable by others. Absent for a new temporary folder with each start
 * @param preload whether the models are loaded at start rather than by the first documents
 */
@ConfigurationProperties("onceflow.engine.embedded")
record EmbeddedProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("0") int threads,
    @Nullable Path nativeLibraryFolder,
    @DefaultValue("true") boolean preload) {

  EmbeddedProperties {
    if (threads < 0) {
      throw new IllegalArgumentException(
          "onceflow.engine.embedded.threads must not be negative but is " + threads);
    }
  }

  int threadsOnThisMachine() {
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }
}
