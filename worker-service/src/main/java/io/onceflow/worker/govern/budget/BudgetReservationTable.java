package io.onceflow.worker.govern.budget;

import io.onceflow.worker.govern.budget.Window.Figures;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowCallbackHandler;

/** {@code worker.budget_reservation}: money set aside for calls whose cost is not known yet. */
final class BudgetReservationTable {
  // Safe under concurrency: of several who settle a reservation one deletes it. The windows are
  // locked in the order of their ids, as by everybody.
  private static final String SETTLE =
      """
      with gone as materialized (
        delete from worker.budget_reservation where claim = ? and call = ? returning windows, amount),
      locked as materialized (
        select w.id from worker.budget_window w where w.id = any((select windows from gone)::text[])
        order by w.id for update)
      update worker.budget_window w
      set spent = w.spent + coalesce(?::bigint, g.amount), reserved = w.reserved - g.amount
      from locked l, gone g where w.id = l.id
      returning w.id, w.spent, w.reserved
      """;

  // Safe under concurrency: reads only; who settles what it finds deletes the reservation or finds
  // it gone. A call without an entry was never begun, if its claim stands no more: the entry is
  // committed before the call.
  private static final String LEFT_BEHIND =
      """
      select r.claim, r.call, coalesce(c.outcome, 'NOT_CALLED') as outcome, c.consumption, c.cost_micro_usd
      from worker.budget_reservation r
      left join worker.model_call c on c.id = r.claim and c.call = r.call
      where r.reserved_at < clock_timestamp() - make_interval(secs => ?)
        and case when c.id is not null then c.outcome <> 'OPEN'
            else not exists (
              select from worker.model_call f join worker.step_execution e using (exec_key)
              where f.id = r.claim and e.claim_token = r.claim and e.status = 'RUNNING') end
      order by r.reserved_at limit ?
      """;

  private final JdbcOperations jdbc;

  BudgetReservationTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A reservation of a call that is over.
   *
   * @param cost in micro-dollars; absent if nobody knows
   */
  record LeftBehind(UUID claim, int number, @Nullable Long cost) {}

  /**
   * Replaces what is reserved for a call by what it cost.
   *
   * @param cost in micro-dollars; absent if nobody will know, which counts as all that is reserved
   * @return the windows' figures, by id; none if it was settled before
   */
  Map<String, Figures> settle(UUID claim, int number, @Nullable Long cost) {
    var after = new HashMap<String, Figures>();
    RowCallbackHandler read =
        row -> after.put(row.getString(1), new Figures(row.getLong(2), row.getLong(3)));
    jdbc.query(SETTLE, read, claim, number, cost);
    return after;
  }

  /** Reservations of calls that are over according to the ledger, the oldest first. */
  List<LeftBehind> leftBehind(Duration age, int limit) {
    return jdbc.query(
        LEFT_BEHIND,
        (row, _) -> {
          var known = row.getObject("cost_micro_usd", Long.class);
          return new LeftBehind(
              row.getObject("claim", UUID.class),
              row.getInt("call"),
              cost(row.getString("outcome"), row.getString("consumption"), known));
        },
        age.toMillis() / 1000.0,
        limit);
  }

  private static @Nullable Long cost(
      String outcome, @Nullable String consumption, @Nullable Long known) {
    if (outcome.equals("NOT_CALLED") || "NONE".equals(consumption)) {
      return 0L;
    }
    return "MEASURED".equals(consumption) || "ESTIMATED".equals(consumption) ? known : null;
  }
}
