package io.onceflow.worker.govern;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.govern.breaker.Breakers;
import io.onceflow.worker.govern.budget.Reservation;
import io.onceflow.worker.govern.budget.ReserveBudget;
import io.onceflow.worker.govern.rate.Permit;
import io.onceflow.worker.govern.rate.Turns;
import org.jspecify.annotations.Nullable;

/**
 * Lets a call through when its endpoint is well, its turn has come and its worst case is set aside,
 * in this order: what costs least is asked first, and money is reserved only for calls that will be
 * made at once. Whatever was taken of these is given back when the next one says no.
 */
final class GovernCalls implements CallGate {
  private final Breakers breakers;
  private final Turns turns;
  private final ReserveBudget budget;

  GovernCalls(Breakers breakers, Turns turns, ReserveBudget budget) {
    this.breakers = breakers;
    this.turns = turns;
    this.budget = budget;
  }

  @Override
  public Passage enter(CallContext context, ModelCall call)
      throws EngineException, InterruptedException {
    breakers.enter(call.endpoint());
    Permit permit = null;
    Reservation reservation = null;
    try {
      permit = turns.acquire(context, call);
      reservation = budget.reserve(context, call.worstCostMicroUsd());
      return passage(permit, reservation);
    } finally {
      if (reservation == null) {
        breakers.giveBack(call.endpoint());
        if (permit != null) {
          turns.giveBack(permit);
        }
      }
    }
  }

  private Passage passage(Permit permit, Reservation reservation) {
    return report -> {
      budget.settle(reservation, cost(report));
      turns.report(permit, report);
      breakers.report(permit.asked().endpoint(), report);
    };
  }

  /** In micro-dollars; absent where nobody will know it. */
  private static @Nullable Long cost(CallReport report) {
    return switch (report.consumption()) {
      case NONE -> 0L;
      case MEASURED, ESTIMATED -> report.usage().costMicroUsd();
      case UNKNOWN -> null;
    };
  }
}
