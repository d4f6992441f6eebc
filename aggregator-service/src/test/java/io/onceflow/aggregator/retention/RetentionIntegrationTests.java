package io.onceflow.aggregator.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.onceflow.aggregator.state.IdRange;
import io.onceflow.devstack.test.TestServers;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Old data leaves by partition, and nobody waits for it. */
class RetentionIntegrationTests {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Instant NOW = Instant.parse("2030-06-15T12:00:00Z");
  private static final List<String> TABLES =
      List.of("task", "step_result", "webhook_delivery", "dead_letter");

  private final HikariDataSource database = new HikariDataSource();
  private final JdbcTemplate jdbc = new JdbcTemplate(database);

  @BeforeEach
  void migrate() {
    var servers = TestServers.shared();
    database.setJdbcUrl(servers.freshDatabase());
    database.setUsername(servers.databaseUser());
    database.setPassword(servers.databasePassword());
    database.setMaximumPoolSize(4);
    Flyway.configure()
        .dataSource(database)
        .defaultSchema("aggregator")
        .locations("classpath:db/migration", "classpath:io/onceflow/outbox/migration")
        .outOfOrder(true)
        .load()
        .migrate();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aPartitionPastItsRetentionIsDroppedAndAllOthersStay() {
    at(NOW.minus(DAY.multipliedBy(40))).maintain();
    insert(NOW.minus(DAY.multipliedBy(40)));
    at(NOW.minus(DAY.multipliedBy(30))).maintain();
    insert(NOW.minus(DAY.multipliedBy(30)));
    at(NOW).createAhead();
    insert(NOW);
    assertThat(partitions("task")).contains("task_20300506", "task_20300516", "task_20300615");

    at(NOW).maintain();

    for (var table : TABLES) {
      assertThat(partitions(table))
          .contains(table + "_20300516", table + "_20300615", table + "_20300618")
          .noneMatch(it -> it.compareTo(table + "_20300516") < 0);
    }
    assertThat(count("task")).isEqualTo(2);
    assertThat(jdbc.queryForList("select tenant from aggregator.task order by id", String.class))
        .containsExactly("of " + NOW.minus(DAY.multipliedBy(30)), "of " + NOW);
  }

  @Test
  void aLongReadHoldsUpTheDropAloneAndTheNextRunFinishesIt() throws SQLException {
    at(NOW.minus(DAY.multipliedBy(40))).createAhead();
    insert(NOW.minus(DAY.multipliedBy(40)));
    at(NOW).createAhead();
    try (var reader = database.getConnection()) {
      reader.setAutoCommit(false);
      try (var statement = reader.createStatement()) {
        statement.execute("select count(*) from aggregator.task");
      }
      var maintaining = CompletableFuture.runAsync(() -> at(NOW).maintain());
      await().until(this::somebodyWaitsToDetach);

      // nobody queues up behind it
      insertWithin(Duration.ofSeconds(1), NOW);
      assertThat(somebodyWaitsToDetach()).isTrue();

      assertThatThrownBy(maintaining::join).hasCauseInstanceOf(TransientDataAccessException.class);
      reader.rollback();
    }

    at(NOW).maintain();

    assertThat(partitions("task")).noneMatch(it -> it.compareTo("task_20300516") < 0);
    assertThat(count("task")).isEqualTo(1);
  }

  private boolean somebodyWaitsToDetach() {
    var waiting =
        jdbc.queryForObject(
            "select count(*) from pg_stat_activity where datname = current_database()"
                + " and wait_event_type = 'Lock' and query like 'alter table%detach%'",
            Long.class);
    return waiting != null && waiting > 0;
  }

  private void insertWithin(Duration time, Instant moment) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("set statement_timeout = " + time.toMillis());
      try {
        statement.execute(
            "insert into aggregator.task (id, tenant) values ('%s', 'prompt')"
                .formatted(id(moment)));
      } finally {
        statement.execute("reset statement_timeout");
      }
    }
  }

  @Test
  void whatAnInstanceThatDiedLeftBehindIsTakenUp() {
    at(NOW).createAhead();
    // made and not attached; detached and not dropped
    jdbc.execute("alter table aggregator.task detach partition aggregator.task_20300616");
    jdbc.execute("create table aggregator.task_20300401 (like aggregator.task)");

    at(NOW).maintain();

    assertThat(partitions("task")).contains("task_20300616").doesNotContain("task_20300401");
    insert(NOW.plus(DAY));
    assertThat(count("task")).isEqualTo(1);
  }

  private Partitions at(Instant moment) {
    var month = DAY.multipliedBy(30);
    return new Partitions(
        database,
        Clock.fixed(moment, ZoneOffset.UTC),
        TABLES.stream().map(table -> new PartitionedTable(table, month)).toList(),
        DAY,
        DAY.multipliedBy(3));
  }

  private void insert(Instant moment) {
    jdbc.update(
        "insert into aggregator.task (id, tenant) values (?, ?)", id(moment), "of " + moment);
  }

  private static UUID id(Instant moment) {
    return new UUID(IdRange.lowest(moment).getMostSignificantBits() | 0x7000, 1);
  }

  private List<String> partitions(String table) {
    return jdbc.queryForList(
        "select c.relname from pg_class c where c.relname ~ ('^' || ? || '_[0-9]{8}$')"
            + " order by c.relname",
        String.class, table);
  }

  private long count(String table) {
    var count = jdbc.queryForObject("select count(*) from aggregator." + table, Long.class);
    return count == null ? 0 : count;
  }
}
