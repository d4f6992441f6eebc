package io.onceflow.ingest.commit;

import io.onceflow.model.MessageJson;
import io.onceflow.model.StepName;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.outbox.OutboxColumns;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * The accepted tasks. A task is inserted with its idempotency key, its document and its outbox row
 * in one statement, so all four are there or none is.
 */
final class TaskTable {
  // Safe under concurrency: the unique key decides. Whoever comes second waits for the first to
  // commit and then inserts nothing at all; a key past its window is taken over under its row lock.
  // Keys are inserted in their order, then documents in theirs, so two statements cannot deadlock.
  private static final String INSERT =
      """
      with asked as (
        select * from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[])
          with ordinality as a(id, tenant, key, fingerprint, answer, n)
      ), claimed as (
        insert into ingest.idempotency_key as first
          (tenant, key, fingerprint, task_id, answer, expires_at)
        select distinct on (tenant, key) tenant, key, fingerprint, id, answer, now() + ?::interval
        from asked where key is not null order by tenant, key, n
        on conflict (tenant, key) do update
          set fingerprint = excluded.fingerprint, task_id = excluded.task_id,
              answer = excluded.answer, expires_at = excluded.expires_at
          where first.expires_at <= now()
        returning task_id
      ), accepted as (
        select n, id, tenant from asked
        where key is null or id in (select task_id from claimed)
      ), tasks as (
        insert into ingest.task
          (id, tenant, user_id, pipeline, priority, submitted_at, deadline_at, expires_at,
           sha256, media_type, size_bytes, details)
        select id, tenant, user_id, pipeline, priority, submitted_at, deadline_at, expires_at,
               sha256, media_type, size_bytes, details::jsonb
        from accepted join unnest(?::text[], ?::text[], ?::int2[], ?::timestamptz[],
               ?::timestamptz[], ?::timestamptz[], ?::bytea[], ?::text[], ?::int8[], ?::text[])
          with ordinality as t(user_id, pipeline, priority, submitted_at, deadline_at, expires_at,
               sha256, media_type, size_bytes, details, n) using (n)
      ), documents as (
        insert into payload.payload as stored (tenant, sha256, media_type, content)
        select distinct on (tenant, sha256) tenant, sha256, media_type, content
        from accepted join unnest(?::bytea[], ?::text[], ?::bytea[])
          with ordinality as d(sha256, media_type, content, n) using (n)
        where content is not null
        order by tenant, sha256
        on conflict (tenant, sha256) do update set used_on = excluded.used_on
          where stored.used_on < excluded.used_on
      ), messages as (
        insert into ingest.outbox (key, shard, messages, tail, traceparent, expires_at)
        select o.key, o.shard, o.messages, o.tail, o.traceparent, o.expires_at
        from accepted join unnest(?::uuid[], ?::int2[], ?::text[], ?::bytea[], ?::text[],
               ?::timestamptz[])
          with ordinality as o(key, shard, messages, tail, traceparent, expires_at, n) using (n)
        order by n
      )
      select id from accepted
      """;

  // Safe under concurrency: rows are never changed.
  private static final String THAT_EXIST = "select id from ingest.task where id = any(?)";

  private final JdbcOperations jdbc;
  private final boolean documentsToo;
  private final String keyWindow;

  /**
   * @param documentsToo whether documents are rows of this database, and not stored elsewhere
   *     before
   * @param keyWindow how long an idempotency key is remembered
   */
  TaskTable(JdbcOperations jdbc, boolean documentsToo, Duration keyWindow) {
    this.jdbc = jdbc;
    this.documentsToo = documentsToo;
    this.keyWindow = keyWindow.toSeconds() + " seconds";
  }

  /**
   * Inserts those tasks whose key is free.
   *
   * @return the inserted ones; the others wrote nothing
   */
  Set<TaskId> insert(List<NewTask> tasks) {
    return jdbc.execute(
        (ConnectionCallback<Set<TaskId>>)
            connection -> {
              try (var statement = connection.prepareStatement(INSERT)) {
                bind(statement, new Columns(connection, tasks, documentsToo));
                return ids(statement);
              }
            });
  }

  /** Those of the given tasks that are in the table. */
  Set<TaskId> thatExist(Collection<TaskId> tasks) {
    return jdbc.execute(
        (ConnectionCallback<Set<TaskId>>)
            connection -> {
              try (var statement = connection.prepareStatement(THAT_EXIST)) {
                var ids = tasks.stream().map(TaskId::value).toArray(UUID[]::new);
                statement.setArray(1, connection.createArrayOf("uuid", ids));
                return ids(statement);
              }
            });
  }

  private void bind(PreparedStatement statement, Columns tasks) throws SQLException {
    var arrays = tasks.arrays();
    var parameter = 1;
    for (var i = 0; i < arrays.size(); i++) {
      if (i == Columns.OF_KEYS) {
        statement.setString(parameter++, keyWindow);
      }
      statement.setArray(parameter++, arrays.get(i));
    }
  }

  private static Set<TaskId> ids(PreparedStatement statement) throws SQLException {
    var ids = new HashSet<TaskId>();
    try (var rows = statement.executeQuery()) {
      while (rows.next()) {
        ids.add(new TaskId(rows.getObject(1, UUID.class)));
      }
    }
    return ids;
  }

  /** The parameters of the insertion: an array a column. */
  private record Columns(Connection connection, List<NewTask> tasks, boolean documentsToo) {
    /** Arrays that stand before the window of the keys. */
    static final int OF_KEYS = 5;

    List<Array> arrays() throws SQLException {
      var outbox = OutboxColumns.of(connection, tasks.stream().map(NewTask::outbox).toList());
      var sha256 = bytes(task -> HexFormat.of().parseHex(task.accepted().inputSha256()));
      var mediaTypes = texts(task -> task.document().mediaType());
      return List.of(
          outbox.keys(),
          texts(task -> task.accepted().tenant()),
          texts(task -> task.key() == null ? null : task.key().value()),
          texts(NewTask::fingerprint),
          texts(task -> task.key() == null ? null : task.answer()),
          texts(task -> task.accepted().userId()),
          texts(task -> task.accepted().pipeline()),
          array("int2", task -> (short) task.accepted().priority(), Short[]::new),
          times(TaskAccepted::submittedAt),
          times(TaskAccepted::deadlineAt),
          times(TaskAccepted::expiresAt),
          sha256,
          mediaTypes,
          array("int8", task -> (long) task.document().content().length, Long[]::new),
          texts(task -> Details.of(task.accepted()).json()),
          sha256,
          mediaTypes,
          bytes(task -> documentsToo ? task.document().content() : null),
          outbox.keys(),
          outbox.shards(),
          outbox.messages(),
          outbox.tails(),
          outbox.traceparents(),
          outbox.expiries());
    }

    private Array texts(Function<NewTask, @Nullable String> value) throws SQLException {
      return array("text", value, String[]::new);
    }

    private Array bytes(Function<NewTask, byte @Nullable []> value) throws SQLException {
      return array("bytea", value, byte[][]::new);
    }

    private Array times(Function<TaskAccepted, Instant> value) throws SQLException {
      return array(
          "timestamptz", task -> Timestamp.from(value.apply(task.accepted())), Timestamp[]::new);
    }

    private <E> Array array(
        String type, Function<NewTask, @Nullable E> value, IntFunction<@Nullable E[]> make)
        throws SQLException {
      return connection.createArrayOf(type, tasks.stream().map(value).toArray(make));
    }
  }

  /** What of a task is kept for people to read and never searched for. */
  private record Details(
      List<StepName> steps,
      @Nullable String title,
      @Nullable String language,
      @Nullable String callbackUrl,
      Map<String, String> metadata,
      String generation,
      String traceId) {

    static Details of(TaskAccepted task) {
      return new Details(
          task.steps(),
          task.title(),
          task.language(),
          task.callbackUrl(),
          task.metadata(),
          task.generation(),
          task.correlationId());
    }

    String json() {
      return MessageJson.mapper().writeValueAsString(this);
    }
  }
}
