package io.onceflow.aggregator.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a delivery stands.
 *
 * @param webhookId that the receiver sees, the same with each attempt
 * @param event {@code completed}, or {@code revised} for a later revision of the answer
 * @param state {@code PENDING}, {@code DELIVERED}, {@code GIVEN_UP} or {@code REFUSED}
 * @param nextAttemptAt while it is pending
 * @param lastOutcome of the latest attempt, for people
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record WebhookState(
    UUID webhookId,
    long revision,
    String event,
    String url,
    String state,
    int attempts,
    @Nullable Instant nextAttemptAt,
    @Nullable String lastOutcome) {}
