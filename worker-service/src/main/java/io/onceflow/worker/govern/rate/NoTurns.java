package io.onceflow.worker.govern.rate;

import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.ModelCall;

/** Makes nobody wait and learns nothing, where turns are switched off. */
record NoTurns() implements Turns {
  @Override
  public Permit acquire(CallContext call, ModelCall asked) {
    return new Permit(call, asked);
  }

  @Override
  public void giveBack(Permit permit) {}

  @Override
  public void report(Permit permit, CallReport report) {}
}
