package io.onceflow.relay.topic;

import java.nio.file.Path;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Which pipelines the suite runs.
 *
 * @param file the YAML of the pipelines; empty for those that come with the suite
 */
@ConfigurationProperties("onceflow.pipelines")
public record PipelinesProperties(Optional<Path> file) {}
