package io.onceflow.worker.engine.call;

import io.onceflow.worker.engine.EngineException;

/**
 * Lets calls of models through, or not: the place of budgets, rate limits and circuit breakers.
 * Every request to a provider passes here, repairs and parts of long documents too.
 */
@FunctionalInterface
public interface CallGate {
  /** The code of an error: the endpoint fails and is left alone. */
  String UNAVAILABLE = "endpoint-unavailable";

  /** The code of an error: there is no money left for the call. */
  String EXHAUSTED = "budget-exhausted";

  /** Lets every call through. */
  CallGate OPEN = (_, _) -> _ -> {};

  /**
   * Asks to make a call now. May wait a while: the step's timeout does not run meanwhile, but the
   * step's slot is held, so a long wait is better a deferral. A follow-up ({@code number > 1})
   * better waits here, because a deferral loses what the attempt has paid for so far.
   *
   * @throws EngineException {@linkplain EngineException#deferred deferred} for a step that is to
   *     wait without holding anything, or permanent for a call that may not be made
   */
  Passage enter(CallContext context, ModelCall call) throws EngineException, InterruptedException;

  /** A call that was let through. It is ended once, whatever became of the call. */
  @FunctionalInterface
  interface Passage {
    void end(CallReport report);
  }
}
