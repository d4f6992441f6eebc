package io.onceflow.aggregator.store;

import io.onceflow.aggregator.state.StepRow;
import io.onceflow.model.TaskId;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/** The table {@code step_result}. */
final class StepResultTable {

  // Safe under concurrency: who reads here holds the lock of the task's row, and who writes does
  // too.
  private static final String OF_TASKS =
      """
      select %s from aggregator.step_result
      where task_id = any(?) and task_id between ? and ?
      """
          .formatted(Rows.STEP_COLUMNS);

  // Safe under concurrency: the task's row is locked, so nobody else writes its steps.
  private static final String WRITE =
      """
      insert into aggregator.step_result (task_id, step, status, attempt, reused, engine, model,
          started_at, finished_at, next_attempt_at, calls, input_tokens, output_tokens,
          cached_input_tokens, reasoning_tokens, cost_micro_usd, result, error, output,
          output_sha256, reason, message_id, superseded, asked_at)
      select task_id, step, status, attempt, reused, engine, model, started_at, finished_at,
          next_attempt_at, calls, input_tokens, output_tokens, cached_input_tokens,
          reasoning_tokens, cost_micro_usd, result, error, output, output_sha256, reason,
          message_id, string_to_array(superseded, ',')::uuid[], asked_at
      from unnest(?::uuid[], ?::text[], ?::text[], ?::int4[], ?::bool[], ?::text[], ?::text[],
          ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::int4[], ?::int8[], ?::int8[],
          ?::int8[], ?::int8[], ?::int8[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
          ?::uuid[], ?::text[], ?::timestamptz[])
        as changed (task_id, step, status, attempt, reused, engine, model, started_at, finished_at,
          next_attempt_at, calls, input_tokens, output_tokens, cached_input_tokens,
          reasoning_tokens, cost_micro_usd, result, error, output, output_sha256, reason,
          message_id, superseded, asked_at)
      on conflict (task_id, step) do update set
          status = excluded.status, attempt = excluded.attempt, reused = excluded.reused,
          engine = excluded.engine, model = excluded.model, started_at = excluded.started_at,
          finished_at = excluded.finished_at, next_attempt_at = excluded.next_attempt_at,
          calls = excluded.calls, input_tokens = excluded.input_tokens,
          output_tokens = excluded.output_tokens,
          cached_input_tokens = excluded.cached_input_tokens,
          reasoning_tokens = excluded.reasoning_tokens, cost_micro_usd = excluded.cost_micro_usd,
          result = excluded.result, error = excluded.error, output = excluded.output,
          output_sha256 = excluded.output_sha256, reason = excluded.reason,
          message_id = excluded.message_id, superseded = excluded.superseded,
          asked_at = excluded.asked_at
      """;

  private final JdbcOperations jdbc;

  StepResultTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /** All rows of the tasks. */
  List<StepRow> of(Collection<TaskId> tasks) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    return jdbc.query(OF_TASKS, Rows.bindIds(tasks), (row, _) -> Rows.step(row));
  }

  /** Inserts or replaces the rows. */
  void write(List<StepRow> rows) {
    if (rows.isEmpty()) {
      return;
    }
    jdbc.execute(
        (ConnectionCallback<Integer>)
            connection -> {
              try (var statement = connection.prepareStatement(WRITE)) {
                bindState(new Columns<>(connection, statement, rows));
                return statement.executeUpdate();
              }
            });
  }

  private static void bindState(Columns<StepRow> columns) throws SQLException {
    columns
        .bind("uuid", StepRow::taskId)
        .bind("text", StepRow::step)
        .bind("text", StepRow::status)
        .bind("int4", StepRow::attempt)
        .bind("bool", it -> it.outcome().reused())
        .bind("text", it -> it.run().engine())
        .bind("text", it -> it.run().model())
        .bind("timestamptz", it -> it.run().startedAt())
        .bind("timestamptz", it -> it.run().finishedAt())
        .bind("timestamptz", it -> it.run().nextAttemptAt())
        .bind("int4", it -> it.usage().calls())
        .bind("int8", it -> it.usage().inputTokens())
        .bind("int8", it -> it.usage().outputTokens())
        .bind("int8", it -> it.usage().cachedInputTokens())
        .bind("int8", it -> it.usage().reasoningTokens())
        .bind("int8", it -> it.usage().costMicroUsd())
        .bind("text", it -> Rows.json(it.outcome().result()))
        .bind("text", it -> Rows.json(it.outcome().error()))
        .bind("text", it -> Rows.json(it.outcome().output()))
        .bind("text", it -> it.outcome().outputSha256())
        .bind("text", it -> it.outcome().reason())
        .bind("uuid", it -> it.history().messageId())
        .bind("text", it -> Rows.joined(it.history().superseded()))
        .bind("timestamptz", it -> it.history().askedAt());
  }
}
