package io.onceflow.benchmarks.relay;

import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.outbox.OutboxTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** The tables of an outbox, as its owner would migrate them. */
final class OutboxSchema {
  private static final String MIGRATION = "/io/onceflow/outbox/migration/V1__outbox.sql";

  private OutboxSchema() {}

  static void create(Stack stack, String schema) throws SQLException {
    try (var connection = stack.connect();
        var statement = connection.createStatement()) {
      statement.execute("create schema " + schema);
      statement.execute("set search_path to " + schema);
      statement.execute(migration());
    }
  }

  private static String migration() {
    try (var sql = OutboxTable.class.getResourceAsStream(MIGRATION)) {
      if (sql == null) {
        throw new IllegalStateException(MIGRATION + " is absent");
      }
      return new String(sql.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
