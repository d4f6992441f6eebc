package io.onceflow.benchmarks.relay;

import io.onceflow.benchmarks.stack.Stack;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Debezium's embedded engine with its outbox event router, see {@link DebeziumProgram}. */
final class DebeziumRelay implements Subject {
  private static final String PROCESS = "debezium";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private @Nullable Stack stack;

  @Override
  public String name() {
    return "Debezium embedded engine, outbox event router";
  }

  @Override
  public String setting() {
    return DebeziumProgram.SETTING;
  }

  @Override
  public String process() {
    return PROCESS;
  }

  @Override
  public String topic() {
    return DebeziumProgram.TOPIC_PREFIX + "debezium";
  }

  @Override
  public void start(Stack started) throws SQLException {
    stack = started;
    try (var connection = started.connect();
        var statement = connection.createStatement()) {
      statement.execute("create schema debezium");
      statement.execute(
          """
          create table debezium.outbox (
            id uuid primary key, aggregatetype text not null, aggregateid text not null,
            type text not null, payload text not null)
          """);
    }
    started.startProgram(
        PROCESS,
        DebeziumProgram.class,
        "512m",
        Integer.toString(started.postgres().port()),
        started.postgres().password(),
        started.kafka(),
        started.folder().resolve("debezium-offsets").toString());
    // it reads the log from there on: a row committed earlier would never come
    started.awaitProgram(PROCESS, () -> readsTheLog(started), PATIENCE);
  }

  private static boolean readsTheLog(Stack stack) {
    try (var connection = stack.connect();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "select exists (select from pg_replication_slots where active)")) {
      return row.next() && row.getBoolean(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void append(Connection connection, List<String> values) throws SQLException {
    var ids = values.stream().map(_ -> UUID.randomUUID()).toArray(UUID[]::new);
    var keys = values.stream().map(_ -> UUID.randomUUID().toString()).toArray(String[]::new);
    try (var insert =
        connection.prepareStatement(
            """
            insert into debezium.outbox (id, aggregatetype, aggregateid, type, payload)
            select id, 'debezium', key, 'Benchmark', value
            from unnest(?::uuid[], ?::text[], ?::text[]) as r(id, key, value)
            """)) {
      insert.setArray(1, connection.createArrayOf("uuid", ids));
      insert.setArray(2, connection.createArrayOf("text", keys));
      insert.setArray(3, connection.createArrayOf("text", values.toArray()));
      insert.executeUpdate();
    }
  }

  @Override
  public void committed() {}

  @Override
  public void close() {
    if (stack != null) {
      stack.stopProgram(PROCESS);
    }
  }
}
