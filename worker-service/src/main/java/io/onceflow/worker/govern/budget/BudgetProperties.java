package io.onceflow.worker.govern.budget;

import io.onceflow.worker.govern.budget.Window.Period;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What model calls may cost. A call is made only if its worst case fits into every budget that it
 * falls under. Every model that a budget is to hold needs a price; without one the worker does not
 * start.
 *
 * @param tenants by tenant: usd-per-day, usd-per-month
 * @param eachTenant usd-per-day, usd-per-month of every tenant that is not named in tenants
 * @param steps by step: usd-per-day, usd-per-month, of all tenants together
 * @param atLimit whether work whose budget is spent is to {@code wait} until it begins anew, or
 *     {@code refuse}
 * @param warnAt the share of a budget from which on a warning is given, above 0 to 1
 * @param zone of the days and months
 * @param recheckAfter when work asks again whose money is only reserved by calls under way
 * @param askAgainAfter when work whose budget is spent asks again at the latest, so that a raised
 *     budget is noticed
 * @param settleInterval how often reservations are looked for that nobody settled
 */
@ConfigurationProperties(BudgetProperties.PREFIX)
record BudgetProperties(
    @DefaultValue Map<String, Limits> tenants,
    @Nullable Limits eachTenant,
    @DefaultValue Map<String, Limits> steps,
    @DefaultValue("wait") AtLimit atLimit,
    @DefaultValue("0.8") double warnAt,
    @DefaultValue("UTC") ZoneId zone,
    @DefaultValue("2s") Duration recheckAfter,
    @DefaultValue("10m") Duration askAgainAfter,
    @DefaultValue("30s") Duration settleInterval) {

  static final String PREFIX = "onceflow.budget";

  BudgetProperties {
    tenants = Map.copyOf(tenants);
    steps = Map.copyOf(steps);
    tenants.forEach((tenant, limits) -> limits.check(PREFIX + ".tenants." + tenant));
    steps.forEach((step, limits) -> limits.check(PREFIX + ".steps." + step));
    if (eachTenant != null) {
      eachTenant.check(PREFIX + ".each-tenant");
    }
    if (!(warnAt > 0 && warnAt <= 1)) {
      throw new IllegalArgumentException(
          PREFIX + ".warn-at must be above 0 and at most 1 but is " + warnAt);
    }
    requirePositive("recheck-after", recheckAfter);
    requirePositive("ask-again-after", askAgainAfter);
    requirePositive("settle-interval", settleInterval);
  }

  /** Whether there is any budget. */
  boolean any() {
    return !tenants.isEmpty() || !steps.isEmpty() || eachTenant != null;
  }

  private static void requirePositive(String key, Duration duration) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(
          "%s.%s must be positive but is %s".formatted(PREFIX, key, duration));
    }
  }

  /** What becomes of work whose budget is spent. */
  enum AtLimit {
    /** It waits in the database until the budget begins anew, or until it expires. */
    WAIT,
    /** It fails with {@code budget-exhausted}. */
    REFUSE
  }

  /**
   * What may be spent, in US dollars.
   *
   * @param usdPerDay absent for no limit
   * @param usdPerMonth absent for no limit
   */
  record Limits(@Nullable BigDecimal usdPerDay, @Nullable BigDecimal usdPerMonth) {

    /** The limits that there are, in micro-dollars; what is less than one of them is no money. */
    Map<Period, Long> microUsd() {
      var all = new EnumMap<Period, Long>(Period.class);
      if (usdPerDay != null) {
        all.put(Period.DAY, usdPerDay.movePointRight(6).longValue());
      }
      if (usdPerMonth != null) {
        all.put(Period.MONTH, usdPerMonth.movePointRight(6).longValue());
      }
      return all;
    }

    /**
     * @throws IllegalArgumentException naming what is wrong
     */
    void check(String setting) {
      check(setting + ".usd-per-day", usdPerDay);
      check(setting + ".usd-per-month", usdPerMonth);
      if (usdPerDay == null && usdPerMonth == null) {
        throw new IllegalArgumentException(
            setting + " sets no budget; give it usd-per-day, usd-per-month or both");
      }
    }

    private static void check(String key, @Nullable BigDecimal usd) {
      if (usd != null
          && (usd.signum() < 0 || usd.compareTo(BigDecimal.valueOf(1_000_000_000)) > 0)) {
        throw new IllegalArgumentException(
            "%s must be from 0 to 1000000000 US dollars but is %s".formatted(key, usd));
      }
    }
  }
}
