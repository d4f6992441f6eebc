package io.onceflow.worker.govern.rate;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.ModelCall;

/** Gives calls their turns. */
public sealed interface Turns permits Governor, NoTurns {
  /**
   * Returns when it is the call's turn.
   *
   * @throws EngineException deferred, if its turn is not near
   */
  Permit acquire(CallContext call, ModelCall asked) throws EngineException, InterruptedException;

  /** Gives back the turn of a call that was not made. */
  void giveBack(Permit permit);

  /** Learns from a call that was made. */
  void report(Permit permit, CallReport report);
}
