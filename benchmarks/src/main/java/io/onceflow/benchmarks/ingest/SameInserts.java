package io.onceflow.benchmarks.ingest;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statement that writes what ingest-service writes for a task, made from a task that it has
 * written: the same rows with the same columns and contents, but for the ids and hashes, which are
 * new each time. So it cannot fall behind the service's own statement.
 */
final class SameInserts {
  /** What differs from task to task, by table and column. */
  private static final Map<String, String> NEW =
      Map.of(
          "idempotency_key.key", "a.id::text || E'\\x3aprocess\\x3a1'",
          "idempotency_key.task_id", "a.id",
          "task.id", "a.id",
          "task.sha256", "sha256(convert_to(a.id::text, 'UTF8'))",
          "payload.sha256", "sha256(convert_to(a.id::text, 'UTF8'))",
          "outbox.key", "a.id");

  private SameInserts() {}

  /**
   * Makes the statement.
   *
   * @param together tasks that it writes
   */
  static String like(Connection connection, int together) throws SQLException {
    var inserts = new ArrayList<String>();
    inserts.add(insert(connection, "ingest", "idempotency_key", List.of()));
    inserts.add(insert(connection, "ingest", "task", List.of()));
    inserts.add(insert(connection, "payload", "payload", List.of()));
    inserts.add(insert(connection, "ingest", "outbox", List.of("id", "xid", "created_at")));
    var statement = new StringBuilder("with a as materialized (select uuidv7() as id from ");
    statement.append("generate_series(1, %d))".formatted(together));
    for (var i = 0; i < inserts.size(); i++) {
      statement.append(", i%d as (%s)".formatted(i, inserts.get(i)));
    }
    return statement.append(" select count(id) from a;").toString();
  }

  private static String insert(
      Connection connection, String schema, String table, List<String> made) throws SQLException {
    var values = new LinkedHashMap<String, String>();
    var select = "select * from %s.%s limit 1".formatted(schema, table);
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(select)) {
      if (!rows.next()) {
        throw new IllegalStateException(table + " is empty");
      }
      var columns = rows.getMetaData();
      for (var i = 1; i <= columns.getColumnCount(); i++) {
        var column = columns.getColumnName(i);
        if (!made.contains(column)) {
          var fresh = NEW.get(table + "." + column);
          values.put(
              column,
              fresh == null ? literal(rows.getString(i), columns.getColumnTypeName(i)) : fresh);
        }
      }
    }
    return "insert into %s.%s (%s) select %s from a on conflict do nothing"
        .formatted(
            schema, table, String.join(", ", values.keySet()), String.join(", ", values.values()));
  }

  /** Without colons, since pgbench takes {@code :name} for a variable, also within a literal. */
  private static String literal(@Nullable String value, String type) {
    if (value == null) {
      return "null";
    }
    var escaped = value.replace("\\", "\\\\").replace("'", "''").replace(":", "\\x3a");
    return "E'%s'::%s".formatted(escaped, type);
  }
}
