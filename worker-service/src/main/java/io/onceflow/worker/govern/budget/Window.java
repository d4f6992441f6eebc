package io.onceflow.worker.govern.budget;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;

/**
 * A day or a month of a budget.
 *
 * @param budget {@code tenant:acme} or {@code step:summary-gen}
 * @param named whether settings name it, rather than give it to each tenant
 * @param most what may be spent in it, in micro-dollars
 * @param end when the budget begins anew
 */
record Window(
    String budget, boolean named, Period period, LocalDate firstDay, long most, Instant end) {

  /** Of its row. */
  String id() {
    return "%s/%s/%s".formatted(budget, period.label(), firstDay);
  }

  /** As people and metrics name it. */
  String label() {
    return named ? budget : "each-tenant";
  }

  /** Micro-dollars as people read them: US dollars with at least two decimals. */
  static String usd(long microUsd) {
    var usd = BigDecimal.valueOf(microUsd, 6).stripTrailingZeros();
    return usd.setScale(Math.max(2, usd.scale())).toPlainString();
  }

  /** How long a budget lasts before it begins anew. */
  enum Period {
    DAY,
    MONTH;

    LocalDate firstDay(LocalDate day) {
      return switch (this) {
        case DAY -> day;
        case MONTH -> day.withDayOfMonth(1);
      };
    }

    LocalDate next(LocalDate firstDay) {
      return switch (this) {
        case DAY -> firstDay.plusDays(1);
        case MONTH -> firstDay.plusMonths(1);
      };
    }

    /** As ids, metrics and messages name it. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What a window's row says, in micro-dollars.
   *
   * @param spent by calls whose cost is known, or of which nobody will ever know it
   * @param reserved for calls that may be under way
   */
  record Figures(long spent, long reserved) {
    static final Figures NONE = new Figures(0, 0);

    long taken() {
      return spent + reserved;
    }
  }
}
