package io.onceflow.worker.execution.table;

import io.onceflow.model.StepRequested;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.Json;
import io.onceflow.worker.execution.Waiter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/** {@code worker.step_waiter}: the tasks that wait for work of another one. */
public final class WaiterTable {
  // Safe under concurrency: made while the execution's row is locked, so no result passes by; a
  // request that comes twice finds its row.
  private static final String ADD =
      """
      insert into worker.step_waiter (exec_key, task_id, expires_at, request, traceparent)
      select * from unnest(?::bytea[], ?::uuid[], ?::timestamptz[], ?::text[], ?::text[])
      on conflict (exec_key, task_id) do nothing
      returning exec_key, task_id
      """;

  // Safe under concurrency: made while the execution's row is locked.
  private static final String TAKE_ALL =
      """
      delete from worker.step_waiter where exec_key = ?
      returning exec_key, request, traceparent, asked_at
      """;

  // Safe under concurrency: made while the execution's row is locked.
  private static final String FIND =
      """
      select exec_key, request, traceparent from worker.step_waiter
      where exec_key = ? order by asked_at, task_id
      """;

  // Safe under concurrency: made while the execution's row is locked.
  private static final String TAKE =
      "delete from worker.step_waiter where exec_key = ? and task_id = ?";

  private final JdbcOperations jdbc;

  public WaiterTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Adds waiting tasks.
   *
   * @return the keys and tasks that were not there before
   */
  public Set<Added> add(List<Waiter> waiters) {
    return waiters.isEmpty()
        ? Set.of()
        : Batch.query(
            jdbc,
            ADD,
            waiters,
            batch ->
                batch
                    .keys(Waiter::key)
                    .uuids(w -> w.request().taskId().value())
                    .times(w -> w.request().expiresAt())
                    .texts(w -> Json.write(w.request()))
                    .texts(Waiter::traceparent),
            row -> new Added(ExecKey.ofBytes(row.getBytes(1)), row.getObject(2, UUID.class)));
  }

  /** The tasks that wait for a key, the first to come first. */
  public List<Waiter> find(ExecKey key) {
    return jdbc.query(FIND, WaiterTable::read, (Object) key.bytes());
  }

  /** Removes and returns all tasks that wait for a key. */
  public List<Waiter> takeAll(ExecKey key) {
    return jdbc.query(TAKE_ALL, WaiterTable::read, (Object) key.bytes());
  }

  /**
   * Removes one task.
   *
   * @return whether it waited
   */
  public boolean take(ExecKey key, UUID taskId) {
    return jdbc.update(TAKE, key.bytes(), taskId) > 0;
  }

  private static Waiter read(ResultSet row, int unused) throws SQLException {
    return new Waiter(
        ExecKey.ofBytes(row.getBytes("exec_key")),
        Objects.requireNonNull(Json.read(row.getString("request"), StepRequested.class)),
        row.getString("traceparent"));
  }

  /** A task that began to wait. */
  public record Added(ExecKey key, UUID taskId) {}
}
