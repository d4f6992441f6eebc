package io.onceflow.worker.govern.budget;

import io.onceflow.worker.govern.budget.Window.Figures;
import io.onceflow.worker.govern.budget.Window.Period;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowCallbackHandler;

/** {@code worker.budget_window}: what each day and month of a budget has taken. */
final class BudgetWindowTable {
  // Safe under concurrency: the rows are locked in the order of their ids, so the sums that are
  // compared are the last ones and stay so until the money is set aside, in all windows or in none.
  // It is in none while a window has no row.
  private static final String RESERVE =
      """
      with asked as materialized (
        select * from unnest(?::text[], ?::bigint[]) as a(id, most)),
      locked as materialized (
        select w.id, w.spent, w.reserved, a.most
        from worker.budget_window w join asked a using (id) order by w.id for update of w),
      verdict as materialized (
        select count(*) = (select count(*) from asked)
               and coalesce(bool_and(spent + reserved + ? <= most), false) as fits
        from locked),
      noted as (
        insert into worker.budget_reservation (claim, call, windows, amount)
        select ?, ?, array(select id from asked), ? from verdict where fits),
      taken as (
        update worker.budget_window w set reserved = w.reserved + ?
        from locked l where w.id = l.id and (select fits from verdict))
      select l.id, l.spent, l.reserved, v.fits from locked l, verdict v
      """;

  // Safe under concurrency: of several who begin a window one does; the others wait for its commit.
  private static final String BEGIN =
      """
      insert into worker.budget_window (id, spent)
      select id, 0 from unnest(?::text[]) as n(id) order by id
      on conflict (id) do nothing
      """;

  // Safe under concurrency: of all that find it unwarned one updates it.
  private static final String WARN =
      """
      update worker.budget_window set warned_at = clock_timestamp() where id = ? and warned_at is null
      """;

  // Safe under concurrency: a window that has begun keeps its figures. The ledger's ids are of
  // version 7, which orders them by time.
  private static final String BEGIN_FROM_LEDGER =
      """
      insert into worker.budget_window (id, spent)
      select ? || who || ?, sum(cost_micro_usd)
      from (select case ? when 'tenant' then tenant else step end as who, cost_micro_usd
            from worker.model_call where id >= ?::uuid and entered_at >= ?) calls
      where (who = any(?::text[])) = ?
      group by who having sum(cost_micro_usd) > 0 order by who
      on conflict (id) do nothing
      """;

  private final JdbcOperations jdbc;

  BudgetWindowTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What a reservation found.
   *
   * @param made whether the money was set aside
   * @param before the windows' figures without it, by id
   */
  record Answer(boolean made, Map<String, Figures> before) {}

  /** Sets money aside in all windows, or in none; one commit where no transaction is open. */
  Answer reserve(Reservation wanted) {
    var answer = tryToReserve(wanted);
    if (answer.before().size() < wanted.windows().size()) {
      jdbc.update(BEGIN, (Object) ids(wanted));
      answer = tryToReserve(wanted);
    }
    return answer;
  }

  private Answer tryToReserve(Reservation wanted) {
    var before = new HashMap<String, Figures>();
    var made = new AtomicBoolean();
    RowCallbackHandler read =
        row -> {
          before.put(row.getString(1), new Figures(row.getLong(2), row.getLong(3)));
          made.set(row.getBoolean(4));
        };
    jdbc.query(
        RESERVE,
        read,
        ids(wanted),
        wanted.windows().stream().mapToLong(Window::most).toArray(),
        wanted.amount(),
        wanted.claim(),
        wanted.number(),
        wanted.amount(),
        wanted.amount());
    return new Answer(made.get(), before);
  }

  /** Notes that a warning was given; false if one was before. */
  boolean warn(Window window) {
    return jdbc.update(WARN, window.id()) > 0;
  }

  /**
   * Begins a period's windows of those who have spent in it before there was a budget.
   *
   * @param kind {@code tenant} or {@code step}
   * @param named of whom, or, for the others of the kind, of whom not
   */
  void beginFromLedger(
      String kind,
      Collection<String> named,
      boolean others,
      Period period,
      LocalDate firstDay,
      ZoneId zone) {
    var start = firstDay.atStartOfDay(zone).toInstant();
    jdbc.update(
        BEGIN_FROM_LEDGER,
        kind + ":",
        "/%s/%s".formatted(period.label(), firstDay),
        kind,
        "%012x"
            .formatted(start.toEpochMilli())
            .replaceFirst("(.{8})(.{4})", "$1-$2-0000-0000-000000000000"),
        OffsetDateTime.ofInstant(start, zone),
        named.toArray(String[]::new),
        !others);
  }

  private static String[] ids(Reservation wanted) {
    return wanted.windowIds().toArray(String[]::new);
  }
}
