package io.onceflow.aggregator.store;

import io.onceflow.aggregator.state.AcceptedTask;
import io.onceflow.aggregator.state.StepRow;
import io.onceflow.aggregator.state.TaskRow;
import io.onceflow.model.Input;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepError;
import io.onceflow.model.StepName;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import io.onceflow.model.Usage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.PreparedStatementSetter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.util.RawValue;

/** Reads and writes the columns of the tables {@code task} and {@code step_result}. */
final class Rows {
  static final String TASK_COLUMNS =
      """
      task.id, task.tenant, task.status, task.revision, task.changed_at, task.finished_at,
      task.user_id, task.pipeline, array_to_string(task.steps, ',') as steps, task.title,
      task.priority, task.submitted_at, task.deadline_at, task.expires_at, task.correlation_id, task.callback_url, task.traceparent,
      task.accepted
      """;

  /** Under names that differ from those of a task, so that one statement can read both. */
  static final String STEP_COLUMNS =
      """
      step_result.task_id as s_task_id, step_result.step as s_step, step_result.status as
      s_status, step_result.attempt as s_attempt, step_result.reused as s_reused,
      step_result.engine as s_engine, step_result.model as s_model, step_result.started_at as
      s_started_at, step_result.finished_at as s_finished_at, step_result.next_attempt_at as
      s_next_attempt_at, step_result.calls as s_calls, step_result.input_tokens as
      s_input_tokens, step_result.output_tokens as s_output_tokens,
      step_result.cached_input_tokens as s_cached_input_tokens, step_result.reasoning_tokens as
      s_reasoning_tokens, step_result.cost_micro_usd as s_cost_micro_usd, step_result.result as
      s_result, step_result.error as s_error, step_result.output as s_output,
      step_result.output_sha256 as s_output_sha256, step_result.reason as s_reason,
      step_result.message_id as s_message_id, array_to_string(step_result.superseded, ',') as
      s_superseded, step_result.asked_at as s_asked_at
      """;

  private Rows() {}

  /** Binds ids and their bounds, which let the planner pass by the partitions of other days. */
  static PreparedStatementSetter bindIds(Collection<TaskId> ids) {
    var sorted = new TreeSet<>(ids);
    return statement -> {
      statement.setArray(
          1,
          statement
              .getConnection()
              .createArrayOf("uuid", sorted.stream().map(TaskId::value).toArray()));
      statement.setObject(2, sorted.first().value());
      statement.setObject(3, sorted.last().value());
    };
  }

  static TaskRow task(ResultSet row) throws SQLException {
    return new TaskRow(
        new TaskId(row.getObject("id", UUID.class)),
        row.getString("tenant"),
        TaskStatus.valueOf(row.getString("status")),
        row.getLong("revision"),
        instant(row, "changed_at", Instant.EPOCH),
        instant(row, "finished_at"),
        accepted(row));
  }

  private static @Nullable AcceptedTask accepted(ResultSet row) throws SQLException {
    var json = row.getString("accepted");
    if (json == null) {
      return null;
    }
    return new AcceptedTask(
        row.getString("user_id"),
        row.getString("pipeline"),
        Stream.of(row.getString("steps").split(",")).map(StepName::new).toList(),
        row.getString("title"),
        row.getInt("priority"),
        instant(row, "submitted_at", Instant.EPOCH),
        instant(row, "deadline_at", Instant.EPOCH),
        instant(row, "expires_at", Instant.EPOCH),
        row.getString("correlation_id"),
        row.getString("callback_url"),
        json,
        row.getString("traceparent"));
  }

  static StepRow step(ResultSet row) throws SQLException {
    return new StepRow(
        new TaskId(row.getObject("s_task_id", UUID.class)),
        new StepName(row.getString("s_step")),
        StepStatus.valueOf(row.getString("s_status")),
        row.getInt("s_attempt"),
        new StepRow.Run(
            row.getString("s_engine"),
            row.getString("s_model"),
            instant(row, "s_started_at"),
            instant(row, "s_finished_at"),
            instant(row, "s_next_attempt_at")),
        new Usage(
            row.getInt("s_calls"),
            row.getLong("s_input_tokens"),
            row.getLong("s_output_tokens"),
            row.getLong("s_cached_input_tokens"),
            row.getLong("s_reasoning_tokens"),
            row.getLong("s_cost_micro_usd")),
        new StepRow.Outcome(
            row.getBoolean("s_reused"),
            raw(row.getString("s_result")),
            parsed(row.getString("s_output"), Input.class),
            row.getString("s_output_sha256"),
            parsed(row.getString("s_error"), StepError.class),
            row.getString("s_reason")),
        new StepRow.History(
            row.getObject("s_message_id", UUID.class),
            uuids(row.getString("s_superseded")),
            instant(row, "s_asked_at")));
  }

  static @Nullable String json(@Nullable Object value) {
    return value == null ? null : MessageJson.mapper().writeValueAsString(value);
  }

  static String joined(Collection<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  static Instant instant(ResultSet row, String column, Instant otherwise) throws SQLException {
    var time = instant(row, column);
    return time == null ? otherwise : time;
  }

  // results are passed on as they are, never looked into
  private static @Nullable JsonNode raw(@Nullable String json) {
    return json == null ? null : JsonNodeFactory.instance.rawValueNode(new RawValue(json));
  }

  private static <T> @Nullable T parsed(@Nullable String json, Class<T> type) {
    return json == null ? null : MessageJson.mapper().readValue(json, type);
  }

  private static List<UUID> uuids(String joined) {
    return joined.isEmpty()
        ? List.of()
        : Stream.of(joined.split(",")).map(UUID::fromString).toList();
  }
}
