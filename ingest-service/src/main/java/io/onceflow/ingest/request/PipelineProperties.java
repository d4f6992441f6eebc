package io.onceflow.ingest.request;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The pipelines.
 *
 * @param file YAML, the same for every service; by default those that come with the suite
 */
@ConfigurationProperties("onceflow.pipelines")
record PipelineProperties(@Nullable Path file) {}
