package io.onceflow.worker.run;

import io.onceflow.model.StepError;
import io.onceflow.worker.execution.CallsMade;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.StepSuccess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What became of a claim. */
sealed interface Outcome {
  Claim claim();

  CallsMade calls();

  /** The call brought a result. */
  record Succeeded(StepSuccess success) implements Outcome {
    @Override
    public Claim claim() {
      return success.claim();
    }

    @Override
    public CallsMade calls() {
      return success.calls();
    }
  }

  /**
   * The call brought none.
   *
   * @param calls of this attempt
   * @param retryAfter how long the provider wants to be left alone
   * @param stackClass the class of the failure
   */
  record Failed(
      Claim claim,
      StepError error,
      CallsMade calls,
      @Nullable Duration retryAfter,
      @Nullable String stackClass)
      implements Outcome {}

  /**
   * A call may not be made now.
   *
   * @param reason for people
   * @param delay until it may be
   * @param calls of this attempt, of which nothing is lost
   */
  record Deferred(Claim claim, StepError reason, Duration delay, CallsMade calls)
      implements Outcome {}

  /** The task's time was over before a call. */
  record Expired(Claim claim, CallsMade calls) implements Outcome {}

  /** The task was called off before a call. */
  record Cancelled(Claim claim, CallsMade calls) implements Outcome {}

  /** The claim was lost. */
  record CalledOff(Claim claim, CallsMade calls) implements Outcome {}

  /** The worker stops and cannot wait for the call. */
  record HandedBack(Claim claim, CallsMade calls) implements Outcome {}
}
