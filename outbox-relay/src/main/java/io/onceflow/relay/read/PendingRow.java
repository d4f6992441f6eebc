package io.onceflow.relay.read;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read from the outbox.
 *
 * @param messages the JSON of what to publish
 * @param expired whether it had expired when it was read, by the database's clock
 * @param ageSeconds since it was appended, when it was read
 */
@SuppressWarnings("ArrayRecordComponent") // rows are never compared
public record PendingRow(
    long id,
    int shard,
    UUID key,
    String messages,
    byte @Nullable [] tail,
    @Nullable String traceparent,
    boolean expired,
    double ageSeconds) {}
