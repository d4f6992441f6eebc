package io.onceflow.aggregator.retention;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Keeps the growing tables in partitions: created ahead of time, dropped after their retention.
 * Several instances may run it; one works and the others leave it to that one.
 */
public final class Partitions {
  private static final long ADVISORY_LOCK = 0x6f6e_6365_666c_6f77L;
  private static final int BEHIND = 2;

  private final DataSource database;
  private final Clock clock;
  private final List<PartitionedTable> tables;
  private final Duration width;
  private final Duration ahead;

  Partitions(
      DataSource database,
      Clock clock,
      List<PartitionedTable> tables,
      Duration width,
      Duration ahead) {
    this.database = database;
    this.clock = clock;
    this.tables = List.copyOf(tables);
    this.width = width;
    this.ahead = ahead;
  }

  /** Whether a task of this id could be stored: not older than the retention, not of the future. */
  public boolean covers(UUID id) {
    if (id.version() != 7) {
      return false;
    }
    var time = Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    var now = clock.instant();
    return !time.isBefore(now.minus(tables.getFirst().retention()))
        && time.isBefore(start(now).plus(ahead));
  }

  /** Creates what will be needed. */
  void createAhead() {
    locked(
        true,
        connection -> {
          var now = clock.instant();
          var end = now.plus(ahead);
          for (var table : tables) {
            var from = start(now).minus(width.multipliedBy(BEHIND));
            for (; from.isBefore(end); from = from.plus(width)) {
              table.create(connection, from, width);
            }
          }
        });
  }

  /** Creates what will be needed, and drops what is over. */
  void maintain() {
    createAhead();
    locked(
        false,
        connection -> {
          for (var table : tables) {
            table.dropOld(connection, clock.instant(), width);
          }
        });
  }

  private Instant start(Instant moment) {
    var millis = moment.toEpochMilli();
    return Instant.ofEpochMilli(millis - Math.floorMod(millis, width.toMillis()));
  }

  // the lock belongs to the session and not to a transaction: detaching concurrently allows none
  private void locked(boolean wait, Work work) {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("set lock_timeout = '%s'".formatted(wait ? "30s" : "3s"));
      try {
        if (acquire(connection, wait)) {
          try {
            work.run(connection);
          } finally {
            statement.execute("select pg_advisory_unlock(%d)".formatted(ADVISORY_LOCK));
          }
        }
      } finally {
        statement.execute("reset lock_timeout");
      }
    } catch (SQLException e) {
      throw new TransientDataAccessResourceException("Partitions could not be maintained", e);
    }
  }

  private static boolean acquire(Connection connection, boolean wait) throws SQLException {
    var call = wait ? "pg_advisory_lock(%d) is not null" : "pg_try_advisory_lock(%d)";
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("select " + call.formatted(ADVISORY_LOCK))) {
      return row.next() && (wait || row.getBoolean(1));
    }
  }

  @FunctionalInterface
  private interface Work {
    void run(Connection connection) throws SQLException;
  }
}
