package io.onceflow.aggregator.deadletter;

import java.sql.Timestamp;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/** The table {@code dead_letter}, where sets of rows move. */
final class DeadLetterTable {

  // Safe under concurrency: a record that is read twice has the same id and is kept once.
  private static final String KEEP =
      """
      insert into aggregator.dead_letter (id, tenant, task_id, step, code, message, retryable,
          stack_class, attempts, failed_at, source, original, raw)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (id) do nothing
      """;

  // Safe under concurrency: rows that somebody plans at the same time are planned by one of them.
  private static final String PLAN =
      """
      update aggregator.dead_letter d
      set redriven_by = ?,
          redrive_due = clock_timestamp() + (u.place * ?) * interval '1 millisecond'
      from unnest(?::uuid[]) with ordinality as u (id, place)
      where d.id = u.id and d.redrive_due is null
      """;

  // Safe under concurrency: each instance takes rows that nobody else holds, and marks them in the
  // transaction that asks for the work.
  private static final String TAKE_DUE =
      """
      update aggregator.dead_letter
      set redriven_at = clock_timestamp()
      where id in (
        select id from aggregator.dead_letter
        where redrive_due <= statement_timestamp() and redriven_at is null
        order by redrive_due
        limit ?
        for update skip locked)
      returning task_id, step
      """;

  // Reads alone.
  private static final String REUSABLE =
      """
      select count(*) from aggregator.dead_letter d
      join aggregator.step_result s on s.task_id = d.task_id and s.step = d.step
      where d.id = any(?::uuid[]) and s.status = 'SUCCEEDED'
      """;

  // Reads alone. What a call of each step cost on average in the last days, for those that would
  // call.
  private static final String ESTIMATED_COST =
      """
      select coalesce(sum(per_step.letters * cost.micro_usd), 0)::bigint
      from (select d.step, count(*) as letters from aggregator.dead_letter d
            left join aggregator.step_result s
              on s.task_id = d.task_id and s.step = d.step and s.status = 'SUCCEEDED'
            where d.id = any(?::uuid[]) and s.task_id is null
            group by d.step) as per_step
      cross join lateral (
            select coalesce(avg(cost_micro_usd), 0) as micro_usd
            from (select cost_micro_usd from aggregator.step_result
                  where step = per_step.step and status = 'SUCCEEDED' and not reused
                  order by task_id desc limit 1000) as recent) as cost
      """;

  private final JdbcOperations jdbc;

  DeadLetterTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  void keep(List<DeadLetterRow> rows) {
    jdbc.batchUpdate(
        KEEP,
        rows,
        rows.size(),
        (statement, row) -> {
          statement.setObject(1, row.id());
          statement.setString(2, storable(row.tenant()));
          statement.setObject(3, row.taskId());
          statement.setString(4, row.step());
          statement.setString(5, storable(row.code()));
          statement.setString(6, storable(row.message()));
          statement.setBoolean(7, row.retryable());
          statement.setString(8, row.stackClass());
          statement.setInt(9, row.attempts());
          statement.setTimestamp(10, Timestamp.from(row.failedAt()));
          statement.setString(11, row.source());
          statement.setString(12, row.original());
          statement.setString(13, row.raw());
        });
  }

  /** Plans that the dead letters are asked again, one every so many milliseconds; how many. */
  int plan(List<UUID> ids, String by, long everyMillis) {
    return jdbc.update(PLAN, by, everyMillis, ids.toArray(UUID[]::new));
  }

  /** Takes planned ones whose time has come. */
  List<Due> takeDue(int most) {
    return jdbc.query(
        TAKE_DUE,
        (row, _) -> new Due(row.getObject("task_id", UUID.class), row.getString("step")),
        most);
  }

  /** How many of the steps have succeeded since. */
  long reusable(List<UUID> ids) {
    return number(REUSABLE, ids);
  }

  /** What the others would cost, in millionths of a US dollar. */
  long estimatedCostMicroUsd(List<UUID> ids) {
    return number(ESTIMATED_COST, ids);
  }

  private long number(String query, List<UUID> ids) {
    var number = jdbc.queryForObject(query, Long.class, (Object) ids.toArray(UUID[]::new));
    return number == null ? 0 : number;
  }

  private static @Nullable String storable(@Nullable String text) {
    return text == null ? null : text.replace('\0', '\uFFFD');
  }

  /** Work to be asked again. */
  record Due(UUID taskId, String step) {}
}
