package io.onceflow.worker.retention;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * The partitions of {@code worker.model_call}: made ahead of time, so that no claim lacks one, and
 * dropped whole after the retention. Every worker may run it; one works and the others leave it to
 * that one.
 */
final class LedgerPartitions {
  private static final Logger log = LoggerFactory.getLogger(LedgerPartitions.class);
  private static final long ADVISORY_LOCK = 0x6f6e_6365_6c65_6467L;

  /** For tokens of clocks that are behind, and for claims that are older than midnight. */
  private static final int BEHIND = 2;

  private static final String TABLE = "model_call";
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyyMMdd").withZone(ZoneOffset.UTC);

  private static final String PARTITIONS =
      """
      select child.relname, i.inhdetachpending from pg_inherits i
      join pg_class child on child.oid = i.inhrelid
      where i.inhparent = 'worker.model_call'::regclass
      order by child.relname
      """;

  private final DataSource database;
  private final Clock clock;
  private final LedgerProperties settings;

  LedgerPartitions(DataSource database, Clock clock, LedgerProperties settings) {
    this.database = database;
    this.clock = clock;
    this.settings = settings;
  }

  private record Partition(String name, boolean detachPending) {
    Instant from() {
      var day = DAY.parse(name.substring(TABLE.length() + 1), LocalDate::from);
      return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
  }

  /** Creates what will be needed. */
  void createAhead() {
    locked(true, this::create);
  }

  /** Creates what will be needed, and drops what is over. */
  void maintain() {
    createAhead();
    locked(false, this::dropOld);
  }

  private void create(Connection connection) throws SQLException {
    var there = partitions(connection).stream().map(Partition::name).toList();
    var now = clock.instant();
    var width = settings.partition();
    var from = start(now).minus(width.multipliedBy(BEHIND));
    for (; from.isBefore(now.plus(settings.ahead())); from = from.plus(width)) {
      var name = TABLE + "_" + DAY.format(from);
      if (!there.contains(name)) {
        create(connection, name, from);
      }
    }
  }

  // Safe under concurrency: the advisory lock is held. Attaching a table takes a weaker lock of the
  // parent than creating a partition would, so nobody waits.
  private void create(Connection connection, String name, Instant from) throws SQLException {
    execute(
        connection,
        """
        create table worker.%s (like worker.%s including defaults including constraints) with (fillfactor = 70)
        """
            .formatted(name, TABLE),
        "alter table worker.%s attach partition worker.%s for values from ('%s') to ('%s')"
            .formatted(TABLE, name, lowestId(from), lowestId(from.plus(settings.partition()))));
  }

  private void dropOld(Connection connection) throws SQLException {
    var oldest = clock.instant().minus(settings.retention());
    for (var partition : partitions(connection)) {
      if (!partition.from().plus(settings.partition()).isAfter(oldest)) {
        drop(connection, partition);
      }
    }
  }

  // Safe under concurrency: detaching concurrently lets readers and writers go on; a partition that
  // was left half detached is finished by the next run.
  private void drop(Connection connection, Partition partition) throws SQLException {
    execute(
        connection,
        "alter table worker.%s detach partition worker.%s %s"
            .formatted(
                TABLE, partition.name(), partition.detachPending() ? "finalize" : "concurrently"),
        "drop table worker.%s".formatted(partition.name()));
    log.info(
        "Dropped the ledger's partition {} after its retention of {}",
        partition.name(),
        settings.retention());
  }

  private Instant start(Instant moment) {
    var millis = moment.toEpochMilli();
    return Instant.ofEpochMilli(millis - Math.floorMod(millis, settings.partition().toMillis()));
  }

  private static List<Partition> partitions(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(PARTITIONS)) {
      var found = new ArrayList<Partition>();
      while (rows.next()) {
        found.add(new Partition(rows.getString(1), rows.getBoolean(2)));
      }
      return found;
    }
  }

  /** The lowest UUID of version 7 or any other that begins with a moment. */
  private static UUID lowestId(Instant from) {
    return new UUID(from.toEpochMilli() << 16, 0);
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
      throw new TransientDataAccessResourceException(
          "The ledger's partitions could not be maintained", e);
    }
  }

  private static boolean acquire(Connection connection, boolean wait) throws SQLException {
    var call = wait ? "pg_advisory_lock(%d) is not null" : "pg_try_advisory_lock(%d)";
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("select " + call.formatted(ADVISORY_LOCK))) {
      return row.next() && (wait || row.getBoolean(1));
    }
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    for (var sql : statements) {
      try (var statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }

  @FunctionalInterface
  private interface Work {
    void run(Connection connection) throws SQLException;
  }
}
