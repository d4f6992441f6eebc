package io.onceflow.worker.retention;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.onceflow.devstack.test.TestServers;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** The ledger's partitions, on a clock that is set forward. */
class LedgerPartitionsIntegrationTests {
  private static final Instant DAY_ONE = Instant.parse("2026-03-01T15:00:00Z");

  private final SetClock clock = new SetClock();
  private HikariDataSource source;
  private JdbcTemplate jdbc;
  private LedgerPartitions partitions;

  @BeforeEach
  void migrate() {
    var settings = TestServers.shared().springProperties();
    source = new HikariDataSource();
    source.setJdbcUrl(String.valueOf(settings.get("spring.datasource.url")));
    source.setUsername(String.valueOf(settings.get("spring.datasource.username")));
    source.setPassword(String.valueOf(settings.get("spring.datasource.password")));
    source.setMaximumPoolSize(2);
    Flyway.configure()
        .dataSource(source)
        .schemas("worker")
        .defaultSchema("worker")
        .locations("classpath:db/migration", "classpath:io/onceflow/outbox/migration")
        .outOfOrder(true)
        .load()
        .migrate();
    jdbc = new JdbcTemplate(source);
    partitions =
        new LedgerPartitions(
            source,
            clock,
            new LedgerProperties(
                Duration.ofDays(90),
                Duration.ofDays(7),
                Duration.ofDays(1),
                Duration.ofDays(3),
                Duration.ofHours(1)));
    partitions.createAhead();
  }

  @AfterEach
  void close() {
    source.close();
  }

  @Test
  void everyMomentFromTwoDaysAgoToThreeDaysAheadHasAPartition() {
    for (int hours = -39; hours <= 71; hours += 10) {
      enter(DAY_ONE.plus(Duration.ofHours(hours)));
    }
    assertThat(calls()).isEqualTo(12);
  }

  @Test
  void aPartitionPastItsRetentionIsDroppedAndTheRowsOfTodayStay() {
    enter(DAY_ONE);
    clock.set(DAY_ONE.plus(Duration.ofDays(90)));
    partitions.createAhead();
    enter(clock.instant());

    partitions.maintain();
    assertThat(calls()).as("the last hours of day one are not past it").isEqualTo(2);

    clock.set(DAY_ONE.plus(Duration.ofDays(91)));
    partitions.maintain();

    assertThat(calls()).isEqualTo(1);
    assertThat(exists("model_call_20260301")).as("dropped, not only detached").isFalse();
    assertThat(exists("model_call_20260530")).isTrue();
  }

  private void enter(Instant moment) {
    jdbc.update(
        """
        insert into worker.model_call (id, exec_key, tenant, task_id, step, attempt, engine, model, instance, entered_at)
        values (?, '\\x00', 'acme', gen_random_uuid(), 's', 1, 'openai', 'm', 'i', ?)
        """,
        new UUID((moment.toEpochMilli() << 16) | 0x7000, 0x8000_0000_0000_0001L),
        Timestamp.from(moment));
  }

  private int calls() {
    var count = jdbc.queryForObject("select count(*) from worker.model_call", Integer.class);
    return count == null ? -1 : count;
  }

  private boolean exists(String table) {
    return Boolean.TRUE.equals(
        jdbc.queryForObject(
            "select to_regclass('worker.' || ?) is not null", Boolean.class, table));
  }

  /** A clock that a test sets. */
  private static final class SetClock extends Clock {
    private Instant now = DAY_ONE;

    void set(Instant moment) {
      now = moment;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
