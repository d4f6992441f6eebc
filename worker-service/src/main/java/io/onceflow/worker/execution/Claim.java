package io.onceflow.worker.execution;

import io.onceflow.model.StepRequested;
import io.onceflow.model.Usage;
import io.onceflow.model.pipeline.StepDefinition;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The right to make one call and to record what comes of it, for as long as the token stands in the
 * execution's row.
 *
 * @param token also the id of the call in the ledger
 * @param request with the document's text where it came along
 * @param engine the engine's name
 * @param model the engine's model for this step
 * @param usedBefore what former attempts consumed
 * @param maybePaidBefore whether a former attempt may have been paid for without a result
 */
public record Claim(
    ExecKey key,
    UUID token,
    int attempt,
    StepRequested request,
    StepDefinition step,
    String engine,
    String model,
    Usage usedBefore,
    boolean maybePaidBefore,
    @Nullable String traceparent) {

  /** The claim that a row has just been given to. */
  public static Claim of(StepExecution row, StepDefinition step) {
    return new Claim(
        row.key(),
        row.claimToken(),
        row.attempt(),
        row.openRequest(),
        step,
        row.engine(),
        row.model(),
        row.usage(),
        row.maybePaid(),
        row.traceparent());
  }

  /** The same claim for another attempt, after what former ones consumed. */
  public Claim withAttempt(int newAttempt, Usage used, boolean maybePaid) {
    return new Claim(
        key, token, newAttempt, request, step, engine, model, used, maybePaid, traceparent);
  }

  /** The same claim after another engine than its own has answered. */
  public Claim answeredBy(String otherEngine, String otherModel) {
    return new Claim(
        key,
        token,
        attempt,
        request,
        step,
        otherEngine,
        otherModel,
        usedBefore,
        maybePaidBefore,
        traceparent);
  }

  /** The task that the claim is made for. */
  public Waiter asker() {
    return new Waiter(key, request, traceparent);
  }
}
