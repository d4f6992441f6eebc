package io.onceflow.aggregator.store;

import io.onceflow.aggregator.state.IdRange;
import io.onceflow.aggregator.state.StepRow;
import io.onceflow.aggregator.state.TaskRow;
import io.onceflow.aggregator.state.TaskView;
import io.onceflow.model.TaskId;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/** Reads tasks that have been accepted, each as it was at one revision. */
public final class TaskViews {

  // Safe under concurrency: one statement sees one snapshot, so the steps are those of the
  // revision.
  private static final String READ =
      """
      select %s, %s
      from aggregator.task
      left join aggregator.step_result
        on step_result.task_id = task.id and step_result.task_id between ? and ?
      where task.id = any(?) and task.id between ? and ? and task.accepted is not null
      """
          .formatted(Rows.TASK_COLUMNS, Rows.STEP_COLUMNS);

  // Safe under concurrency: reads alone; a revision that is committed later is found next time.
  private static final String REVISIONS =
      """
      select id, revision from aggregator.task
      where id = any(?) and id between ? and ? and accepted is not null
      """;

  // Safe under concurrency: reads alone.
  private static final String OF_USER =
      """
      select id, revision from aggregator.task
      where tenant = ? and user_id = ? and id >= ?
        and (status = 'PROCESSING' or changed_at >= ?) and accepted is not null
      order by id desc
      limit ?
      """;

  private final JdbcOperations jdbc;

  TaskViews(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  public Optional<TaskView> read(TaskId id) {
    return read(List.of(id)).stream().findFirst();
  }

  /** Those of the tasks that are there. */
  public List<TaskView> read(Collection<TaskId> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    var tasks = new LinkedHashMap<TaskId, TaskRow>();
    var steps = new HashMap<TaskId, List<StepRow>>();
    var sorted = new TreeSet<>(ids);
    jdbc.query(
        READ,
        statement -> {
          statement.setObject(1, sorted.first().value());
          statement.setObject(2, sorted.last().value());
          bindIds(statement, 3, sorted);
        },
        row -> {
          var id = new TaskId(row.getObject("id", UUID.class));
          if (!tasks.containsKey(id)) {
            tasks.put(id, Rows.task(row));
          }
          if (row.getObject("s_task_id") != null) {
            steps.computeIfAbsent(id, _ -> new ArrayList<>()).add(Rows.step(row));
          }
        });
    return tasks.values().stream()
        .map(task -> new TaskView(task, steps.getOrDefault(task.id(), List.of())))
        .toList();
  }

  /** The present revision of those of the tasks that are there. */
  public Map<TaskId, Long> revisions(Collection<TaskId> ids) {
    var revisions = new HashMap<TaskId, Long>();
    if (!ids.isEmpty()) {
      var sorted = new TreeSet<>(ids);
      jdbc.query(
          REVISIONS,
          statement -> bindIds(statement, 1, sorted),
          row -> {
            revisions.put(new TaskId(row.getObject(1, UUID.class)), row.getLong(2));
          });
    }
    return revisions;
  }

  /**
   * The newest tasks of a user that are unfinished or have changed.
   *
   * @param submittedSince older tasks are left out
   * @param changedSince by the database's clock
   */
  public Map<TaskId, Long> ofUser(
      String tenant, String user, Instant submittedSince, Instant changedSince, int most) {
    var revisions = new LinkedHashMap<TaskId, Long>();
    jdbc.query(
        OF_USER,
        statement -> {
          statement.setString(1, tenant);
          statement.setString(2, user);
          statement.setObject(3, IdRange.lowest(submittedSince));
          statement.setObject(4, changedSince.atOffset(java.time.ZoneOffset.UTC));
          statement.setInt(5, most);
        },
        row -> {
          revisions.put(new TaskId(row.getObject(1, UUID.class)), row.getLong(2));
        });
    return revisions;
  }

  private static void bindIds(PreparedStatement statement, int index, SortedSet<TaskId> ids)
      throws SQLException {
    var values = ids.stream().map(TaskId::value).toArray();
    statement.setArray(index, statement.getConnection().createArrayOf("uuid", values));
    statement.setObject(index + 1, ids.first().value());
    statement.setObject(index + 2, ids.last().value());
  }
}
