package io.onceflow.worker.execution;

import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.ModelCall;
import org.jspecify.annotations.Nullable;

/**
 * A call that has ended.
 *
 * @param number within its attempt, from 1
 * @param call absent for an engine that calls no provider
 */
public record EndedCall(int number, @Nullable ModelCall call, CallReport report) {

  EndedCall withOutcome(CallOutcome outcome) {
    return new EndedCall(number, call, report.withOutcome(outcome));
  }
}
