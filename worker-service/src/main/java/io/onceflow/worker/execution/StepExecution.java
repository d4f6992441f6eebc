package io.onceflow.worker.execution;

import io.onceflow.model.Input;
import io.onceflow.model.StepError;
import io.onceflow.model.StepName;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskId;
import io.onceflow.model.Usage;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An execution's row, read under its lock.
 *
 * @param maxAttempt the highest attempt that may be made
 * @param retryAsked whether the attempt after {@code attempt} has been asked for
 * @param taskId the task whose request is worked on
 * @param request of that task; absent once there is a result
 * @param waiting number of other tasks that wait for the result
 * @param maybePaid whether an attempt that brought no result may have been paid for
 * @param now of the database
 */
public record StepExecution(
    ExecKey key,
    String tenant,
    StepName step,
    ExecutionStatus status,
    UUID claimToken,
    int attempt,
    int maxAttempt,
    int takeovers,
    String claimedBy,
    boolean retryAsked,
    TaskId taskId,
    @Nullable StepRequested request,
    @Nullable String traceparent,
    String engine,
    String model,
    int waiting,
    @Nullable JsonNode result,
    @Nullable Input output,
    Usage usage,
    boolean maybePaid,
    @Nullable StepError error,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    Instant now) {

  /** Whether the claim of this token stands. */
  public boolean isHeldUnder(UUID token) {
    return status == ExecutionStatus.RUNNING && claimToken.equals(token);
  }

  /** The request that is worked on; there is one until there is a result. */
  public StepRequested openRequest() {
    return Objects.requireNonNull(request, "an execution without result has a request");
  }

  /** The task whose request is worked on. */
  public Waiter owner() {
    return new Waiter(key, openRequest(), traceparent);
  }

  /** The same row with other counts of its attempts. */
  public StepExecution withAttempts(int newAttempt, int newMaxAttempt, int newTakeovers) {
    return new StepExecution(
        key,
        tenant,
        step,
        status,
        claimToken,
        newAttempt,
        newMaxAttempt,
        newTakeovers,
        claimedBy,
        retryAsked,
        taskId,
        request,
        traceparent,
        engine,
        model,
        waiting,
        result,
        output,
        usage,
        maybePaid,
        error,
        startedAt,
        finishedAt,
        now);
  }

  /** The same row after an attempt that failed. */
  public StepExecution withError(StepError failure) {
    return after(usage, maybePaid, failure);
  }

  /**
   * The same row after the calls of an attempt without a result.
   *
   * @param paid whether they may have been paid for
   */
  public StepExecution withUsage(Usage used, boolean paid) {
    return after(usage.plus(used), maybePaid || paid, error);
  }

  private StepExecution after(Usage used, boolean paid, @Nullable StepError failure) {
    return new StepExecution(
        key,
        tenant,
        step,
        status,
        claimToken,
        attempt,
        maxAttempt,
        takeovers,
        claimedBy,
        retryAsked,
        taskId,
        request,
        traceparent,
        engine,
        model,
        waiting,
        result,
        output,
        used,
        paid,
        failure,
        startedAt,
        finishedAt,
        now);
  }
}
