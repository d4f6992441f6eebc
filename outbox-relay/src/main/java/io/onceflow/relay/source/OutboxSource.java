package io.onceflow.relay.source;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One outbox to drain: where it lies, and connections to it.
 *
 * <p>Everything the relay writes may be lost in a crash of the database without harm (a delete: the
 * row is published again; a lease: it is taken again; a parked row: it is parked again), so its
 * commits do not wait for the disk.
 */
public final class OutboxSource implements AutoCloseable {
  private final String name;
  private final String schema;
  private final HikariDataSource connections;

  OutboxSource(String name, String schema, HikariDataSource connections) {
    this.name = name;
    this.schema = schema;
    this.connections = connections;
  }

  /** The name of the outbox in settings and metrics. */
  public String name() {
    return name;
  }

  /** The schema that holds the outbox's tables. */
  public String schema() {
    return schema;
  }

  /** SQL with {@code %s} for the schema. */
  public String sql(String template) {
    return template.replace("%s", schema);
  }

  /** A connection that commits each statement; to be closed soon. */
  public Connection connection() throws SQLException {
    return connections.getConnection();
  }

  @Override
  public void close() {
    connections.close();
  }
}
