package io.onceflow.worker.suite;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The pipelines that all services of a suite share.
 *
 * @param file a pipelines file; absent for the ones that come with the suite
 */
@ConfigurationProperties("onceflow.pipelines")
record SuiteProperties(@Nullable Path file) {}
