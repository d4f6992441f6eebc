package io.onceflow.ingest.request;

import io.onceflow.model.pipeline.Pipeline;
import io.onceflow.model.pipeline.PipelineStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for, checked and complete.
 *
 * @param steps those asked for and those they wait for, in the pipeline's order
 * @param generation absent where results may be reused
 */
public record TaskOptions(
    Pipeline pipeline,
    List<PipelineStep> steps,
    int priority,
    Instant deadlineAt,
    Instant expiresAt,
    @Nullable String title,
    @Nullable String language,
    @Nullable String callbackUrl,
    Map<String, String> metadata,
    boolean reuse,
    @Nullable String generation) {}
