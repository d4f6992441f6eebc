package io.onceflow.worker.engine;

import io.onceflow.model.StepError;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call without a usable answer. */
public final class EngineException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient StepError error;
  private final transient @Nullable Duration retryAfter;
  private final boolean deferred;

  private EngineException(
      StepError error, @Nullable Duration retryAfter, boolean deferred, @Nullable Throwable cause) {
    super(error.message(), cause);
    this.error = error;
    this.retryAfter = retryAfter;
    this.deferred = deferred;
  }

  /**
   * Another attempt could succeed: timeouts, overload, connections.
   *
   * @param retryAfter how long the provider wants to be left alone, if it says so
   */
  public static EngineException retryable(
      String code, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    return new EngineException(new StepError(code, message, true), retryAfter, false, cause);
  }

  /** The same call would fail again: invalid input, refused content. */
  public static EngineException permanent(String code, String message, @Nullable Throwable cause) {
    return new EngineException(new StepError(code, message, false), null, false, cause);
  }

  /**
   * No call may be made for a while. The step waits in the database, and where nothing was paid for
   * yet the wait takes none of its attempts.
   */
  public static EngineException deferred(String code, String message, Duration wait) {
    return new EngineException(new StepError(code, message, true), wait, true, null);
  }

  public StepError error() {
    return error;
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  public boolean isDeferred() {
    return deferred;
  }
}
