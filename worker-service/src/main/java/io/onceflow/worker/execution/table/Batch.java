package io.onceflow.worker.execution.table;

import io.onceflow.outbox.OutboxColumns;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.worker.execution.ExecKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Binds rows to a statement as one SQL array a column, for {@code unnest}: any number of rows is
 * one statement. Columns are bound in the order of the calls.
 */
public final class Batch<T> {
  private final Connection connection;
  private final PreparedStatement statement;
  private final List<T> rows;
  private int parameter;

  Batch(Connection connection, PreparedStatement statement, List<T> rows) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
  }

  public Batch<T> keys(Function<T, ExecKey> key) throws SQLException {
    return column("bytea", byte[][]::new, row -> key.apply(row).bytes());
  }

  public Batch<T> uuids(Function<T, UUID> value) throws SQLException {
    return column("uuid", UUID[]::new, value);
  }

  public Batch<T> texts(Function<T, @Nullable String> value) throws SQLException {
    return column("text", String[]::new, value);
  }

  public Batch<T> numbers(ToIntFunction<T> value) throws SQLException {
    return column("int4", Integer[]::new, value::applyAsInt);
  }

  public Batch<T> integers(Function<T, @Nullable Integer> value) throws SQLException {
    return column("int4", Integer[]::new, value);
  }

  public Batch<T> longs(Function<T, @Nullable Long> value) throws SQLException {
    return column("int8", Long[]::new, value);
  }

  public Batch<T> times(Function<T, @Nullable Instant> value) throws SQLException {
    return column(
        "timestamptz",
        Timestamp[]::new,
        row -> {
          var time = value.apply(row);
          return time == null ? null : Timestamp.from(time);
        });
  }

  /**
   * Binds the least and the greatest of ids of version 7, so that only the partitions between them
   * are looked at.
   */
  public Batch<T> bounds(Function<T, UUID> id) throws SQLException {
    // of this version Java's order is PostgreSQL's
    var ids = rows.stream().map(id).sorted().toList();
    statement.setObject(++parameter, ids.getFirst());
    statement.setObject(++parameter, ids.getLast());
    return this;
  }

  /** Binds the five columns of rows that never expire. */
  public Batch<T> outbox(Function<T, OutboxRow> value) throws SQLException {
    var columns = OutboxColumns.of(connection, rows.stream().map(value).toList());
    statement.setArray(++parameter, columns.keys());
    statement.setArray(++parameter, columns.shards());
    statement.setArray(++parameter, columns.messages());
    statement.setArray(++parameter, columns.tails());
    statement.setArray(++parameter, columns.traceparents());
    return this;
  }

  /** Runs a statement over rows and collects what it returns. */
  public static <T, R> Set<R> query(
      JdbcOperations jdbc, String sql, List<T> rows, Binding<T> binding, Reading<R> reading) {
    ConnectionCallback<Set<R>> callback =
        connection -> {
          try (var statement = connection.prepareStatement(sql)) {
            binding.bind(new Batch<>(connection, statement, rows));
            return read(statement.executeQuery(), reading);
          }
        };
    return Objects.requireNonNull(jdbc.execute(callback));
  }

  private static <R> Set<R> read(ResultSet results, Reading<R> reading) throws SQLException {
    var all = new HashSet<R>();
    while (results.next()) {
      all.add(reading.read(results));
    }
    return all;
  }

  /** Binds all columns. */
  public interface Binding<T> {
    Batch<T> bind(Batch<T> batch) throws SQLException;
  }

  /** Reads one row. */
  public interface Reading<R> {
    R read(ResultSet row) throws SQLException;
  }

  private <C> Batch<T> column(
      String type, IntFunction<@Nullable C[]> array, Function<T, @Nullable C> value)
      throws SQLException {
    var values = array.apply(rows.size());
    for (var i = 0; i < values.length; i++) {
      values[i] = value.apply(rows.get(i));
    }
    statement.setArray(++parameter, connection.createArrayOf(type, values));
    return this;
  }
}
