package io.onceflow.benchmarks.relay;

import io.onceflow.benchmarks.stack.Stack;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A relay that is measured, with the outbox it drains. */
interface Subject extends AutoCloseable {

  /** As the report calls it. */
  String name();

  /** How it is set up, for the report. */
  String setting();

  /** The name of its process, for the CPU. */
  String process();

  /** The topic that it publishes to. */
  String topic();

  /** Makes its outbox, and starts it. */
  void start(Stack stack) throws SQLException;

  /** Appends rows with these values in the connection's transaction. */
  void append(Connection connection, List<String> values) throws SQLException;

  /** How many rows a backlog may have, so that draining it does not take minutes. */
  default int backlog(int rows) {
    return rows;
  }

  /** Called after each commit. */
  void committed();

  @Override
  void close();
}
