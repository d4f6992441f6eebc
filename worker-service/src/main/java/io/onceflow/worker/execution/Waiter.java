package io.onceflow.worker.execution;

import io.onceflow.model.StepRequested;
import org.jspecify.annotations.Nullable;

/** A task that waits for work that another task's request began. */
public record Waiter(ExecKey key, StepRequested request, @Nullable String traceparent) {}
