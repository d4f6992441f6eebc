package io.onceflow.aggregator.deadletter;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.onceflow.model.MessageJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Work that was given up.
 *
 * @param source topic, partition and offset of a record that nobody could read
 * @param redriveDueAt when it is asked again
 * @param redrivenAt when it was asked again
 * @param original the request as it was last made; absent in lists
 * @param raw the record's bytes in Base64 where it could not be read; absent in lists
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeadLetterSnapshot(
    UUID id,
    @Nullable String tenant,
    @Nullable UUID taskId,
    @Nullable String step,
    Cause error,
    @Nullable String stackClass,
    int attempts,
    Instant failedAt,
    @Nullable String source,
    @Nullable Instant redriveDueAt,
    @Nullable Instant redrivenAt,
    @Schema(type = "object") @Nullable JsonNode original,
    @Nullable String raw) {

  static DeadLetterSnapshot of(
      DeadLetterSnapshot brief, @Nullable String request, @Nullable String bytes) {
    return new DeadLetterSnapshot(
        brief.id,
        brief.tenant,
        brief.taskId,
        brief.step,
        brief.error,
        brief.stackClass,
        brief.attempts,
        brief.failedAt,
        brief.source,
        brief.redriveDueAt,
        brief.redrivenAt,
        request == null ? null : MessageJson.mapper().readTree(request),
        bytes);
  }

  /** Why it was given up. */
  record Cause(String code, String message, boolean retryable) {}
}
