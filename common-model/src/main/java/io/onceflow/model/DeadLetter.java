package io.onceflow.model;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work that was given up. Records that could not be read at all are not wrapped in this message:
 * they lie in the same topic with their bytes and headers untouched and the {@code dead-letter-*}
 * {@link Headers} added.
 *
 * @param original the request as it was last made
 * @param stackClass the class of the failure, without a trace
 * @param attempts how many were made
 */
public record DeadLetter(
    UUID messageId,
    TaskId taskId,
    String tenant,
    StepName step,
    StepRequested original,
    StepError error,
    @Nullable String stackClass,
    Instant failedAt,
    int attempts)
    implements Message {}
