package io.onceflow.worker.engine;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call without a usable answer. */
public final class EngineException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient StepError error;
  private final transient @Nullable Duration retryAfter;
  private final transient Usage usage;

  private EngineException(
      StepError error, @Nullable Duration retryAfter, Usage usage, @Nullable Throwable cause) {
    super(error.message(), cause);
    this.error = error;
    this.retryAfter = retryAfter;
    this.usage = usage;
  }

  /**
   * Another attempt could succeed: timeouts, overload, connections.
   *
   * @param retryAfter how long the provider wants to be left alone, if it says so
   */
  public static EngineException retryable(
      String code, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    return new EngineException(new StepError(code, message, true), retryAfter, Usage.NONE, cause);
  }

  /** The same call would fail again: invalid input, refused content. */
  public static EngineException permanent(String code, String message, @Nullable Throwable cause) {
    return new EngineException(new StepError(code, message, false), null, Usage.NONE, cause);
  }

  /** The same failure of a call that was paid for. */
  public EngineException withUsage(Usage paid) {
    return new EngineException(error, retryAfter, paid, getCause());
  }

  public StepError error() {
    return error;
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  public Usage usage() {
    return usage;
  }
}
