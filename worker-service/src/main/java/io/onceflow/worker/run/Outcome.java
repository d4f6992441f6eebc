package io.onceflow.worker.run;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.StepSuccess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What became of a claim. */
sealed interface Outcome {
  Claim claim();

  /** The call brought a result. */
  record Succeeded(StepSuccess success) implements Outcome {
    @Override
    public Claim claim() {
      return success.claim();
    }
  }

  /**
   * The call brought none.
   *
   * @param usage of this call
   * @param retryAfter how long the provider wants to be left alone
   * @param stackClass the class of the failure
   */
  record Failed(
      Claim claim,
      StepError error,
      Usage usage,
      @Nullable Duration retryAfter,
      @Nullable String stackClass)
      implements Outcome {}

  /** The task's time was over before the call. */
  record Expired(Claim claim) implements Outcome {}

  /** The task was called off before the call. */
  record Cancelled(Claim claim) implements Outcome {}

  /**
   * The claim was lost.
   *
   * @param called whether a call had begun
   */
  record CalledOff(Claim claim, boolean called) implements Outcome {}

  /**
   * The worker stops and cannot wait for the call.
   *
   * @param called whether a call had begun
   */
  record HandedBack(Claim claim, boolean called) implements Outcome {}
}
