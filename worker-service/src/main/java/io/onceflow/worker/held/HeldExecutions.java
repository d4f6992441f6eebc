package io.onceflow.worker.held;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/** The executions of {@code worker.step_execution} that are held for an operator, to look at. */
final class HeldExecutions {
  // Safe under concurrency: reads only; who decides looks again under the row's lock.
  private static final String NEWEST =
      """
      select encode(exec_key, 'hex'), tenant, step, task_id, attempt, engine, model, finished_at, expires_at
      from worker.step_execution where status = 'HELD' order by finished_at desc limit ?
      """;

  private final JdbcOperations jdbc;

  HeldExecutions(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Work whose last call may have been paid for.
   *
   * @param execKey names it
   * @param taskId the task that it would be done for
   * @param attempt the one whose outcome is unknown
   * @param expiresAt no call is made after that
   */
  record HeldExecution(
      String execKey,
      String tenant,
      String step,
      UUID taskId,
      int attempt,
      String engine,
      String model,
      Instant heldAt,
      Instant expiresAt) {}

  /** Those held last, the newest first. */
  List<HeldExecution> newest(int most) {
    return jdbc.query(
        NEWEST,
        (row, _) ->
            new HeldExecution(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getObject(4, UUID.class),
                row.getInt(5),
                row.getString(6),
                row.getString(7),
                row.getObject(8, Timestamp.class).toInstant(),
                row.getObject(9, Timestamp.class).toInstant()),
        most);
  }
}
