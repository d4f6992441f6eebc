package io.onceflow.aggregator.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.onceflow.aggregator.state.StepRow;
import io.onceflow.model.StepError;
import io.onceflow.model.StepStatus;
import io.onceflow.model.Usage;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A step of a task.
 *
 * @param attempt the latest; 0 before any
 * @param reused whether the result was there already, so that this task paid nothing
 * @param nextAttemptAt when a failed attempt is followed by another
 * @param reason why the step was skipped
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StepSnapshot(
    StepStatus status,
    int attempt,
    @Nullable Boolean reused,
    @Nullable String engine,
    @Nullable String model,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Instant nextAttemptAt,
    @Nullable UsageSnapshot usage,
    @Schema(type = "object") @Nullable JsonNode result,
    @Nullable StepError error,
    @Nullable String reason) {

  static StepSnapshot of(StepRow row, boolean withResult) {
    var succeeded = row.status() == StepStatus.SUCCEEDED;
    return new StepSnapshot(
        row.status(),
        row.attempt(),
        succeeded ? row.outcome().reused() : null,
        row.run().engine(),
        row.run().model(),
        row.run().startedAt(),
        row.run().finishedAt(),
        row.run().nextAttemptAt(),
        succeeded || row.usage().calls() > 0 ? UsageSnapshot.of(row.usage()) : null,
        withResult ? row.outcome().result() : null,
        row.outcome().error(),
        row.outcome().reason());
  }

  /**
   * What the step's calls consumed.
   *
   * @param costUsd decimal, six places
   */
  public record UsageSnapshot(long inputTokens, long outputTokens, String costUsd) {
    private static final int MICRO = 6;

    static UsageSnapshot of(Usage usage) {
      return new UsageSnapshot(
          usage.inputTokens(), usage.outputTokens(), dollars(usage.costMicroUsd()));
    }
  }

  /** Millionths of a US dollar as a decimal with six places. */
  public static String dollars(long costMicroUsd) {
    return BigDecimal.valueOf(costMicroUsd, UsageSnapshot.MICRO).toPlainString();
  }
}
