package io.onceflow.model;

import java.time.Instant;
import java.util.UUID;

/** A task was called off; steps that have not begun make no call. */
public record TaskCancelled(
    UUID messageId, TaskId taskId, String tenant, String cancelledBy, Instant cancelledAt)
    implements Message {}
