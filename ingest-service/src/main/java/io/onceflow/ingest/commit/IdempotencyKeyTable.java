package io.onceflow.ingest.commit;

import io.onceflow.model.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcOperations;

/** The keys that clients gave their requests, each with the first request's answer. */
public final class IdempotencyKeyTable {
  // Safe under concurrency: a row is written once with its task; only a key past its window
  // changes.
  private static final String FIND =
      """
      select tenant, key, fingerprint, task_id, answer
      from ingest.idempotency_key join unnest(?::text[], ?::text[]) as wanted(tenant, key)
        using (tenant, key)
      """;

  // Safe under concurrency: expired rows alone, and those that another instance holds are skipped.
  private static final String DELETE_EXPIRED =
      """
      delete from ingest.idempotency_key where ctid = any (array(
        select ctid from ingest.idempotency_key where expires_at <= now()
        order by expires_at limit ? for update skip locked))
      """;

  private final JdbcOperations jdbc;

  public IdempotencyKeyTable(JdbcOperations jdbc) {
    this.jdbc = jdbc;
  }

  /** The first requests under the keys of the given tasks, as far as there are any. */
  Map<Scope, First> firstUnderKeysOf(List<NewTask> tasks) {
    var scopes = tasks.stream().map(Scope::of).toList();
    var tenants = scopes.stream().map(Scope::tenant).toArray(String[]::new);
    var keys = scopes.stream().map(Scope::key).toArray(String[]::new);
    var found = new HashMap<Scope, First>();
    jdbc.query(
        FIND,
        row -> {
          found.put(new Scope(row.getString("tenant"), row.getString("key")), first(row));
        },
        tenants,
        keys);
    return found;
  }

  /**
   * Forgets keys past their window.
   *
   * @param most rows to delete
   * @return how many were deleted
   */
  public int deleteExpired(int most) {
    return jdbc.update(DELETE_EXPIRED, most);
  }

  private static First first(ResultSet row) throws SQLException {
    return new First(
        new TaskId(row.getObject("task_id", UUID.class)),
        row.getString("fingerprint"),
        row.getString("answer"));
  }

  /** Within which a key is unique. */
  record Scope(String tenant, String key) {
    static Scope of(NewTask task) {
      if (task.key() == null) {
        throw new IllegalArgumentException("the task has no key");
      }
      return new Scope(task.accepted().tenant(), task.key().value());
    }
  }

  /** The first request under a key. */
  record First(TaskId task, String fingerprint, String answer) {}
}
