package io.onceflow.worker.govern.budget;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.govern.budget.BudgetCache.Word;
import io.onceflow.worker.govern.budget.BudgetProperties.AtLimit;
import io.onceflow.worker.govern.budget.Window.Figures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Sets aside what a call may cost at worst, in every budget that it falls under, and settles that
 * by what it did cost. Redis is asked first, which spares the database those that are turned away;
 * the database decides. So no number of calls at once can overspend, whatever becomes of Redis.
 */
public final class ReserveBudget {
  private static final Logger log = LoggerFactory.getLogger(ReserveBudget.class);
  private static final String RESERVED = "budget-reserved";
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Budgets budgets;
  private final BudgetCache cache;
  private final BudgetWindowTable windows;
  private final BudgetReservationTable reservations;
  private final WarnOfBudget warn;
  private final BudgetMetrics metrics;
  private final BudgetProperties properties;
  private final Clock clock;
  private final UnaryOperator<Duration> jitter;

  /**
   * @param jitter lengthens a wait at random, so that not all who wait come back at once
   */
  ReserveBudget(
      Budgets budgets,
      BudgetCache cache,
      BudgetWindowTable windows,
      BudgetReservationTable reservations,
      WarnOfBudget warn,
      BudgetMetrics metrics,
      BudgetProperties properties,
      Clock clock,
      UnaryOperator<Duration> jitter) {
    this.budgets = budgets;
    this.cache = cache;
    this.windows = windows;
    this.reservations = reservations;
    this.warn = warn;
    this.metrics = metrics;
    this.properties = properties;
    this.clock = clock;
    this.jitter = jitter;
  }

  /**
   * Sets money aside.
   *
   * @param worst what the call may cost, in micro-dollars
   * @throws EngineException if a budget has no room: deferred, or permanent if that is how it is to
   *     be or no day will have room for it
   */
  public Reservation reserve(CallContext call, long worst) throws EngineException {
    var now = clock.instant();
    var all = worst > 0 ? budgets.windows(call.tenant(), call.step(), now) : List.<Window>of();
    var wanted = new Reservation(call.claim(), call.number(), all, worst);
    if (wanted.isNothing()) {
      return wanted;
    }
    requirePossible(wanted);
    if (cache.reserve(wanted) instanceof Word.Full(var window, var forGood)) {
      throw turnAway(window, forGood, now);
    }
    try {
      return reserveRows(wanted, now);
    } catch (DataAccessException e) {
      log.debug("The budgets cannot be read", e);
      throw EngineException.deferred(
          "budget-unavailable", "the budgets cannot be read now", jitter.apply(PAUSE));
    }
  }

  private Reservation reserveRows(Reservation wanted, Instant now) throws EngineException {
    var answer = windows.reserve(wanted);
    if (answer.made()) {
      for (var window : wanted.windows()) {
        var before = figures(answer.before(), window);
        warn.look(window, new Figures(before.spent(), before.reserved() + wanted.amount()));
      }
      return wanted;
    }
    cache.load(answer.before());
    for (var window : wanted.windows()) {
      var figures = figures(answer.before(), window);
      if (figures.taken() + wanted.amount() > window.most()) {
        throw turnAway(window, figures.spent() + wanted.amount() > window.most(), now);
      }
    }
    throw new IllegalStateException("turned away although there is room: " + wanted);
  }

  /**
   * Settles a call that was let through. What cannot be settled now will be by {@link SettleRest}.
   *
   * @param cost in micro-dollars; absent if nobody will know, which counts as the worst
   */
  public void settle(Reservation reservation, @Nullable Long cost) {
    if (reservation.isNothing()) {
      return;
    }
    try {
      var after = reservations.settle(reservation.claim(), reservation.number(), cost);
      cache.load(after);
      for (var window : reservation.windows()) {
        warn.look(window, figures(after, window));
      }
    } catch (DataAccessException e) {
      log.debug("A reservation stays until the ledger is looked at", e);
    }
  }

  private static void requirePossible(Reservation wanted) throws EngineException {
    for (var window : wanted.windows()) {
      if (wanted.amount() > window.most()) {
        throw EngineException.permanent(
            CallGate.EXHAUSTED,
            "the call may cost up to %s US dollars, more than the whole budget %s of a %s, %s; lower max-tokens or raise it"
                .formatted(
                    Window.usd(wanted.amount()),
                    window.budget(),
                    window.period().label(),
                    Window.usd(window.most())),
            null);
      }
    }
  }

  /**
   * @param forGood whether there is no room even once all calls under way have cost nothing
   */
  private EngineException turnAway(Window window, boolean forGood, Instant now) {
    var message =
        "the budget %s of this %s, %s US dollars, has no room for another call"
            .formatted(window.budget(), window.period().label(), Window.usd(window.most()));
    if (forGood && properties.atLimit() == AtLimit.REFUSE) {
      metrics.turnedAway(window, "refused");
      return EngineException.permanent(CallGate.EXHAUSTED, message, null);
    }
    metrics.turnedAway(window, "waits");
    return EngineException.deferred(
        forGood ? CallGate.EXHAUSTED : RESERVED,
        message,
        jitter.apply(forGood ? wait(window, now) : properties.recheckAfter()));
  }

  private Duration wait(Window window, Instant now) {
    var untilEnd = Duration.between(now, window.end());
    return untilEnd.compareTo(properties.askAgainAfter()) < 0
        ? untilEnd
        : properties.askAgainAfter();
  }

  private static Figures figures(Map<String, Figures> all, Window window) {
    return all.getOrDefault(window.id(), Figures.NONE);
  }
}
