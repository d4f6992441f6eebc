package io.onceflow.relay.testing;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.TaskId;
import io.onceflow.outbox.OutboxMessage;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.outbox.OutboxTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** An outbox in a database of its own, and what its owner would do with it. */
public final class TestOutbox {
  public static final String SCHEMA = "ingest";

  private final String url;
  private final JdbcTemplate jdbc;
  private final OutboxTable table;

  private TestOutbox(String url) {
    this.url = url;
    var servers = TestServers.shared();
    this.jdbc =
        new JdbcTemplate(
            new DriverManagerDataSource(url, servers.databaseUser(), servers.databasePassword()));
    this.table = new OutboxTable(jdbc, SCHEMA);
  }

  /** An empty outbox in a fresh database. */
  public static TestOutbox create() {
    var outbox = new TestOutbox(TestServers.shared().freshDatabase());
    outbox.migrate();
    return outbox;
  }

  /** A fresh database whose owner has not migrated it yet. */
  public static TestOutbox withoutTables() {
    return new TestOutbox(TestServers.shared().freshDatabase());
  }

  /** As the owner does at start. */
  public void migrate() {
    jdbc.execute("create schema " + SCHEMA);
    jdbc.execute("set search_path to " + SCHEMA + ";" + migration());
  }

  private static String migration() {
    var file = "/io/onceflow/outbox/migration/V1__outbox.sql";
    try (var sql = TestOutbox.class.getResourceAsStream(file)) {
      if (sql == null) {
        throw new IllegalStateException(file + " is absent");
      }
      return new String(sql.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return url;
  }

  public JdbcTemplate jdbc() {
    return jdbc;
  }

  public Connection connect() throws SQLException {
    var servers = TestServers.shared();
    return DriverManager.getConnection(url, servers.databaseUser(), servers.databasePassword());
  }

  /** Appends in a transaction of its own. */
  public void append(OutboxRow... rows) {
    table.append(List.of(rows));
  }

  public void append(List<OutboxRow> rows) {
    table.append(rows);
  }

  /** Appends in the connection's transaction. */
  public static void append(Connection connection, OutboxRow... rows) {
    var sameConnection = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
    new OutboxTable(sameConnection, SCHEMA).append(List.of(rows));
  }

  /** A row of one record. */
  public static OutboxRow row(String topic, TaskId key, String value) {
    return new OutboxRow(key, List.of(message(topic, value)), null, null, null);
  }

  /** A row that has expired already. */
  public static OutboxRow expired(String topic, TaskId key, String value) {
    var past = Instant.now().minus(Duration.ofMinutes(1));
    return new OutboxRow(key, List.of(message(topic, value)), null, null, past);
  }

  public static OutboxMessage message(String topic, String value) {
    return new OutboxMessage(topic, UUID.randomUUID(), "Test", 1, value, false);
  }

  public long rows() {
    return count("select count(*) from %s.outbox".formatted(SCHEMA));
  }

  public long parked() {
    return count("select count(*) from %s.outbox_parked".formatted(SCHEMA));
  }

  public long count(String sql) {
    @Nullable Long count = jdbc.queryForObject(sql, Long.class);
    return count == null ? 0 : count;
  }
}
