package io.onceflow.worker.engine.call;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a call.
 *
 * @param usage of this call alone; without tokens where they are not known
 * @param status of HTTP; 0 if there was no answer
 * @param headers the answer's {@code x-ratelimit-*} and {@code retry-after*}, in lower case
 * @param retryAfter how long the provider wants to be left alone
 * @param requestId the provider's name for the exchange
 * @param error why there is no usable answer
 */
public record CallReport(
    CallOutcome outcome,
    Consumption consumption,
    Usage usage,
    int status,
    Map<String, String> headers,
    @Nullable Duration retryAfter,
    @Nullable String requestId,
    Duration latency,
    @Nullable StepError error) {

  /** One call, of which no more is known. */
  private static final Usage ONE = new Usage(1, 0, 0, 0, 0, 0);

  public CallReport {
    headers = Map.copyOf(headers);
  }

  /** A call that was let through and not made. */
  public static CallReport notCalled() {
    return without(CallOutcome.NOT_CALLED, Consumption.NONE, Usage.NONE, Duration.ZERO, null);
  }

  /** A call that cost nothing, of an engine within this process. */
  public static CallReport local(Duration latency) {
    return without(CallOutcome.SUCCEEDED, Consumption.NONE, ONE, latency, null);
  }

  /** A failure of the engine itself. */
  public static CallReport engineFailed(Duration latency, @Nullable StepError error) {
    return without(CallOutcome.FAILED, Consumption.NONE, Usage.NONE, latency, error);
  }

  /** A call that was cut short and may have been billed. */
  public static CallReport cutShort(
      CallOutcome outcome, Duration latency, @Nullable StepError error) {
    return without(outcome, Consumption.UNKNOWN, ONE, latency, error);
  }

  /** The same with another outcome, for those who know more. */
  public CallReport withOutcome(CallOutcome other) {
    return new CallReport(
        other, consumption, usage, status, headers, retryAfter, requestId, latency, error);
  }

  /** Whether somebody may be asked to pay for it. */
  public boolean mayBePaid() {
    return consumption != Consumption.NONE;
  }

  private static CallReport without(
      CallOutcome outcome,
      Consumption consumption,
      Usage usage,
      Duration latency,
      @Nullable StepError error) {
    return new CallReport(outcome, consumption, usage, 0, Map.of(), null, null, latency, error);
  }
}
