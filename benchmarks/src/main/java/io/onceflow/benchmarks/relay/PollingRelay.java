package io.onceflow.benchmarks.relay;

import io.onceflow.benchmarks.stack.Stack;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The relay of most tutorials, see {@link PollingRelayProgram}. */
final class PollingRelay implements Subject {
  private static final String SCHEMA = "polled";

  private final OutboxRows rows = new OutboxRows(SCHEMA, topic());
  private @Nullable Stack stack;

  @Override
  public String name() {
    return "polling relay (baseline)";
  }

  @Override
  public String setting() {
    return "polls each second, goes on at once after a full page, waits for each send";
  }

  @Override
  public String process() {
    return "polling-relay";
  }

  @Override
  public String topic() {
    return "benchmark.polled";
  }

  @Override
  public void start(Stack started) throws SQLException {
    stack = started;
    OutboxSchema.create(started, SCHEMA);
    started.startProgram(
        process(),
        PollingRelayProgram.class,
        "128m",
        started.jdbcUrl(),
        started.postgres().password(),
        started.kafka(),
        SCHEMA);
  }

  @Override
  public void append(Connection connection, List<String> values) {
    rows.append(connection, values);
  }

  @Override
  public int backlog(int rows) {
    return rows / 10;
  }

  @Override
  public void committed() {}

  @Override
  public void close() {
    if (stack != null) {
      stack.stopProgram(process());
    }
  }
}
