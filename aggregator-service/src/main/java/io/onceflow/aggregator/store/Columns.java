package io.onceflow.aggregator.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds rows as one array a column, for {@code unnest}: any number of rows is one statement. */
final class Columns<R> {
  private final Connection connection;
  private final PreparedStatement statement;
  private final List<R> rows;
  private int index;

  Columns(Connection connection, PreparedStatement statement, List<R> rows) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
  }

  /** Binds the next parameter of the statement to the column of the given SQL type. */
  Columns<R> bind(String type, Function<R, @Nullable Object> value) throws SQLException {
    var values = new Object[rows.size()];
    for (var i = 0; i < values.length; i++) {
      values[i] = asText(value.apply(rows.get(i)));
    }
    statement.setArray(++index, connection.createArrayOf(type, values));
    return this;
  }

  // the driver would write a time without its zone
  private static @Nullable Object asText(@Nullable Object value) {
    return switch (value) {
      case Instant instant -> instant.toString();
      case null -> null;
      default -> value.toString();
    };
  }
}
