package io.onceflow.aggregator.store;

import static io.onceflow.aggregator.store.Rows.instant;

import io.onceflow.aggregator.state.TaskRow;
import io.onceflow.aggregator.state.TaskState;
import io.onceflow.model.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/** The table {@code task}. The bounds on ids in each statement let the planner skip partitions. */
final class TaskTable {

  // Safe under concurrency: of several who insert a row one succeeds and the others wait for its
  // commit. Ids ascend, and inserting comes before locking, so that no two transactions wait for
  // each other.
  private static final String ARRIVE =
      """
      insert into aggregator.task (id, tenant, revision, user_id, pipeline, steps, title, priority,
          submitted_at, deadline_at, expires_at, correlation_id, callback_url, traceparent, accepted)
      select id, tenant, case when accepted is null then 0 else 1 end, user_id, pipeline,
          string_to_array(steps, ','), title, priority, submitted_at, deadline_at, expires_at,
          correlation_id, callback_url, traceparent, accepted
      from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int2[],
          ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::text[], ?::text[], ?::text[],
          ?::text[])
        as arrived (id, tenant, user_id, pipeline, steps, title, priority, submitted_at,
          deadline_at, expires_at, correlation_id, callback_url, traceparent, accepted)
      order by id
      on conflict (id) do nothing
      returning id
      """;

  // Safe under concurrency: everyone locks in the order of ids.
  private static final String LOCK =
      """
      select %s, clock_timestamp() as now from aggregator.task
      where id = any(?) and id between ? and ?
      order by id
      for update
      """
          .formatted(Rows.TASK_COLUMNS);

  // Safe under concurrency: never waits; what somebody else holds is left to them. The status is
  // read under the lock, so a task that was finished meanwhile is not among the rows. The time of
  // the statement, unlike that of the clock, can bound the index: a sweep reads what is due and not
  // all that waits.
  private static final String LOCK_DUE =
      """
      select %s, clock_timestamp() as now from aggregator.task
      where status = 'PROCESSING' and deadline_at <= statement_timestamp()
      order by deadline_at
      limit ?
      for update skip locked
      """
          .formatted(Rows.TASK_COLUMNS);

  // Safe under concurrency: the rows are locked, and a row that is not in the state that the
  // decision was made on is not written. So one finaliser leaves PROCESSING.
  private static final String WRITE =
      """
      update aggregator.task t
      set status = u.status, revision = u.revision, changed_at = u.changed_at,
          finished_at = u.finished_at
      from unnest(?::uuid[], ?::text[], ?::text[], ?::int8[], ?::timestamptz[], ?::timestamptz[])
        as u (id, status_before, status, revision, changed_at, finished_at)
      where t.id = u.id and t.status = u.status_before and t.revision = u.revision - 1
        and t.id between ? and ?
      """;

  // Safe under concurrency: the rows are locked.
  private static final String FILL_IN =
      """
      update aggregator.task t
      set user_id = u.user_id, pipeline = u.pipeline, steps = string_to_array(u.steps, ','),
          title = u.title, priority = u.priority, submitted_at = u.submitted_at,
          deadline_at = u.deadline_at, expires_at = u.expires_at,
          correlation_id = u.correlation_id, callback_url = u.callback_url,
          traceparent = u.traceparent, accepted = u.accepted
      from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int2[],
          ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::text[], ?::text[], ?::text[],
          ?::text[])
        as u (id, tenant, user_id, pipeline, steps, title, priority, submitted_at, deadline_at,
          expires_at, correlation_id, callback_url, traceparent, accepted)
      where t.id = u.id and t.id between ? and ?
      """;

  private final JdbcOperations jdbc;

  TaskTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /** Inserts the rows that are not there, and returns their ids. */
  Set<TaskId> arrive(List<TaskRow> arrived) {
    return jdbc.execute(
        (ConnectionCallback<Set<TaskId>>)
            connection -> {
              try (var statement = connection.prepareStatement(ARRIVE)) {
                bindAccepted(new Columns<>(connection, statement, arrived));
                try (var rows = statement.executeQuery()) {
                  var inserted = new HashSet<TaskId>();
                  while (rows.next()) {
                    inserted.add(new TaskId(rows.getObject(1, UUID.class)));
                  }
                  return inserted;
                }
              }
            });
  }

  /** Locks the rows that are there until the transaction's end. */
  List<LockedRow> lock(Collection<TaskId> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    return jdbc.query(LOCK, Rows.bindIds(ids), (row, _) -> locked(row));
  }

  /** Locks tasks whose deadline has passed and that nobody else holds. */
  List<LockedRow> lockDue(int most) {
    return jdbc.query(LOCK_DUE, (row, _) -> locked(row), most);
  }

  /** Writes the next revision of locked rows. */
  void write(List<TaskState> states) {
    if (states.isEmpty()) {
      return;
    }
    var ids = states.stream().map(TaskState::id).collect(Collectors.toCollection(TreeSet::new));
    int written =
        jdbc.execute(
            (ConnectionCallback<Integer>)
                connection -> {
                  try (var statement = connection.prepareStatement(WRITE)) {
                    new Columns<>(connection, statement, states)
                        .bind("uuid", TaskState::id)
                        .bind("text", it -> it.before().status())
                        .bind("text", it -> it.task().status())
                        .bind("int8", it -> it.task().revision())
                        .bind("timestamptz", it -> it.task().changedAt())
                        .bind("timestamptz", it -> it.task().finishedAt());
                    statement.setObject(7, ids.first().value());
                    statement.setObject(8, ids.last().value());
                    return statement.executeUpdate();
                  }
                });
    if (written != states.size()) {
      throw new ConcurrencyFailureException(
          "%d of %d locked tasks had changed".formatted(states.size() - written, states.size()));
    }
  }

  /** Writes what locked tasks were accepted with. */
  void fillIn(List<TaskRow> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    var ids = tasks.stream().map(TaskRow::id).collect(Collectors.toCollection(TreeSet::new));
    jdbc.execute(
        (ConnectionCallback<Integer>)
            connection -> {
              try (var statement = connection.prepareStatement(FILL_IN)) {
                bindAccepted(new Columns<>(connection, statement, tasks));
                statement.setObject(15, ids.first().value());
                statement.setObject(16, ids.last().value());
                return statement.executeUpdate();
              }
            });
  }

  private static void bindAccepted(Columns<TaskRow> columns) throws SQLException {
    columns
        .bind("uuid", TaskRow::id)
        .bind("text", TaskRow::tenant)
        .bind("text", it -> it.accepted() == null ? null : it.accepted().userId())
        .bind("text", it -> it.accepted() == null ? null : it.accepted().pipeline())
        .bind("text", it -> it.accepted() == null ? null : Rows.joined(it.accepted().steps()))
        .bind("text", it -> it.accepted() == null ? null : it.accepted().title())
        .bind("int2", it -> it.accepted() == null ? null : it.accepted().priority())
        .bind("timestamptz", it -> it.accepted() == null ? null : it.accepted().submittedAt())
        .bind("timestamptz", it -> it.accepted() == null ? null : it.accepted().deadlineAt())
        .bind("timestamptz", it -> it.accepted() == null ? null : it.accepted().expiresAt())
        .bind("text", it -> it.accepted() == null ? null : it.accepted().correlationId())
        .bind("text", it -> it.accepted() == null ? null : it.accepted().callbackUrl())
        .bind("text", it -> it.accepted() == null ? null : it.accepted().traceparent())
        .bind("text", it -> it.accepted() == null ? null : it.accepted().json());
  }

  private static LockedRow locked(ResultSet row) throws SQLException {
    var task = Rows.task(row);
    return new LockedRow(task, instant(row, "now", task.changedAt()));
  }

  /**
   * A locked row.
   *
   * @param now the database's clock
   */
  record LockedRow(TaskRow task, Instant now) {}
}
