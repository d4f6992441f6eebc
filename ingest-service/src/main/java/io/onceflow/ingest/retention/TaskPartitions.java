package io.onceflow.ingest.retention;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * The partitions of the tasks' table, a day (UTC) each. Room is made by attaching and old days
 * leave by detaching concurrently, neither of which stops uploads.
 */
// the SQL stands together, though each statement is used once
@SuppressWarnings("InlineFormatString")
final class TaskPartitions {
  private static final Logger log = LoggerFactory.getLogger(TaskPartitions.class);
  private static final String PREFIX = "task_";

  // Safe under concurrency: one instance at a time makes room, by an advisory lock, and what is
  // there
  // is left alone.
  private static final String CREATE =
      "create table if not exists ingest.%1$s (like ingest.task including all)";
  private static final String ATTACH =
      "alter table ingest.task attach partition ingest.%1$s for values from ('%2$s') to ('%3$s')";

  // Safe under concurrency: writers keep the table while a partition that none of them can still
  // reach is detached; an interrupted detachment is finished by the next run.
  private static final String DETACH =
      "alter table ingest.task detach partition ingest.%s concurrently";
  private static final String FINISH_DETACHING =
      "alter table ingest.task detach partition ingest.%s finalize";
  private static final String DROP = "drop table if exists ingest.%s";

  private static final String STATES =
      """
      select c.relname, coalesce(i.inhdetachpending::text, 'detached') as state
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_inherits i on i.inhrelid = c.oid
      where n.nspname = 'ingest' and c.relkind = 'r' and c.relname ~ '^task_[0-9]{8}$'
      """;

  private final JdbcOperations jdbc;
  private final Duration lockTimeout;

  /**
   * @param lockTimeout how long a change may wait for a lock, and uploads behind it
   */
  TaskPartitions(JdbcOperations jdbc, Duration lockTimeout) {
    this.jdbc = jdbc;
    this.lockTimeout = lockTimeout;
  }

  /** Makes the partitions of the given days, both inclusive, that are not there. */
  void create(LocalDate from, LocalDate to) {
    alone("make", statement -> createMissing(statement, from, to));
  }

  /** Drops the partitions of all days before the given one. */
  void dropBefore(LocalDate day) {
    alone("drop", statement -> dropOld(statement, day));
  }

  private static void createMissing(Statement statement, LocalDate from, LocalDate to)
      throws SQLException {
    var states = states(statement);
    for (var day = from; !day.isAfter(to); day = day.plusDays(1)) {
      var name = nameOf(day);
      if (states.getOrDefault(name, State.DETACHED) == State.DETACHED) {
        statement.execute(CREATE.formatted(name));
        statement.execute(ATTACH.formatted(name, firstIdOf(day), firstIdOf(day.plusDays(1))));
        log.info("Made room for the tasks of {}", day);
      }
    }
  }

  private static void dropOld(Statement statement, LocalDate before) throws SQLException {
    var states = states(statement);
    for (var name : new TreeSet<>(states.keySet())) {
      if (name.compareTo(nameOf(before)) < 0) {
        switch (states.getOrDefault(name, State.DETACHED)) {
          case ATTACHED -> statement.execute(DETACH.formatted(name));
          case DETACHING -> statement.execute(FINISH_DETACHING.formatted(name));
          case DETACHED -> {}
        }
        statement.execute(DROP.formatted(name));
        log.info("Dropped the tasks of {}", name.substring(PREFIX.length()));
      }
    }
  }

  private static Map<String, State> states(Statement statement) throws SQLException {
    var states = new HashMap<String, State>();
    try (var rows = statement.executeQuery(STATES)) {
      while (rows.next()) {
        states.put(
            rows.getString("relname"),
            switch (rows.getString("state")) {
              case "false" -> State.ATTACHED;
              case "true" -> State.DETACHING;
              default -> State.DETACHED;
            });
      }
    }
    return states;
  }

  /** Runs work while no other instance does the same; what waits for a lock gives up soon. */
  private void alone(String what, Work work) {
    jdbc.execute(
        (ConnectionCallback<Boolean>)
            connection -> {
              try (var statement = connection.createStatement()) {
                var lock = "hashtext('onceflow: %s partitions of ingest.task')".formatted(what);
                statement.execute("select pg_advisory_lock(%s)".formatted(lock));
                try {
                  statement.execute("set lock_timeout = %d".formatted(lockTimeout.toMillis()));
                  work.run(statement);
                } finally {
                  release(connection, lock);
                }
              }
              return true;
            });
  }

  private static void release(Connection connection, String lock) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("reset lock_timeout");
      statement.execute("select pg_advisory_unlock(%s)".formatted(lock));
    }
  }

  private static String nameOf(LocalDate day) {
    return PREFIX + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }

  /** The lowest UUID of version 7 that can be made on a day: its milliseconds and zeros. */
  private static UUID firstIdOf(LocalDate day) {
    return new UUID(day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli() << 16, 0);
  }

  private enum State {
    ATTACHED,
    DETACHING,
    DETACHED
  }

  @FunctionalInterface
  private interface Work {
    void run(Statement statement) throws SQLException;
  }
}
