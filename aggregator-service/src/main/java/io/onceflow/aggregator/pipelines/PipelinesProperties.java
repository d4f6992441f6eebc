package io.onceflow.aggregator.pipelines;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The pipelines of the suite.
 *
 * @param file in YAML, the same for every service; the shipped pipelines where none is named
 */
@ConfigurationProperties("onceflow.pipelines")
record PipelinesProperties(@Nullable Path file) {

  Optional<Path> configured() {
    return Optional.ofNullable(file).filter(path -> !path.toString().isBlank());
  }
}
