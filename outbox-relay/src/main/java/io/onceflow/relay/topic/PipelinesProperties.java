package io.onceflow.relay.topic;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Which pipelines the suite runs.
 *
 * @param file the YAML of the pipelines; absent for those that come with the suite
 */
@ConfigurationProperties("onceflow.pipelines")
public record PipelinesProperties(@Nullable Path file) {}
