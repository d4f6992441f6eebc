package io.onceflow.worker.execution.table;

import io.onceflow.model.Input;
import io.onceflow.model.StepError;
import io.onceflow.model.StepName;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskId;
import io.onceflow.model.Usage;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.ExecutionStatus;
import io.onceflow.worker.execution.Json;
import io.onceflow.worker.execution.StepExecution;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads rows of {@code step_execution}. */
final class StepExecutionRows {
  /** The columns that {@link #read} needs, of the table named {@code e}. */
  static final String COLUMNS =
      """
      e.exec_key, e.tenant, e.step, e.status, e.claim_token, e.attempt, e.max_attempt, e.takeovers, e.claimed_by,
      e.retry_asked, e.task_id, e.request, e.traceparent, e.engine, e.model, e.waiting, e.result, e.output,
      e.usage, e.maybe_paid, e.error, e.started_at, e.finished_at, clock_timestamp() as now\
      """;

  private StepExecutionRows() {}

  static StepExecution read(ResultSet row, int number) throws SQLException {
    var usage = Json.read(row.getString("usage"), Usage.class);
    return new StepExecution(
        ExecKey.ofBytes(row.getBytes("exec_key")),
        row.getString("tenant"),
        new StepName(row.getString("step")),
        ExecutionStatus.valueOf(row.getString("status")),
        row.getObject("claim_token", UUID.class),
        row.getInt("attempt"),
        row.getInt("max_attempt"),
        row.getInt("takeovers"),
        row.getString("claimed_by"),
        row.getBoolean("retry_asked"),
        new TaskId(row.getObject("task_id", UUID.class)),
        Json.read(row.getString("request"), StepRequested.class),
        row.getString("traceparent"),
        row.getString("engine"),
        row.getString("model"),
        row.getInt("waiting"),
        Json.readTree(row.getString("result")),
        Json.read(row.getString("output"), Input.class),
        usage == null ? Usage.NONE : usage,
        row.getBoolean("maybe_paid"),
        Json.read(row.getString("error"), StepError.class),
        time(row, "started_at"),
        time(row, "finished_at"),
        Objects.requireNonNull(time(row, "now")));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    var timestamp = row.getTimestamp(column);
    return timestamp == null ? null : timestamp.toInstant();
  }
}
