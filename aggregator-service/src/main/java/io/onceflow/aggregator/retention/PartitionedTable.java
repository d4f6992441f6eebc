package io.onceflow.aggregator.retention;

import io.onceflow.aggregator.state.IdRange;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table of the schema {@code aggregator} that is range-partitioned on UUIDv7 ids.
 *
 * @param name of the table
 * @param retention how long a row stays after the time in its id
 */
record PartitionedTable(String name, Duration retention) {
  private static final Logger log = LoggerFactory.getLogger(PartitionedTable.class);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyyMMdd").withZone(ZoneOffset.UTC);

  // Reads alone. Also finds tables that were made or detached and then left by an instance that
  // died.
  private static final String PARTITIONS =
      """
      select c.relname, i.inhrelid is not null, coalesce(i.inhdetachpending, false)
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relnamespace = 'aggregator'::regnamespace and c.relkind = 'r'
        and c.relname ~ ('^' || ? || '_[0-9]{8}$')
      order by c.relname
      """;

  /** Creates the partition that begins at the moment, if it is not there. */
  void create(Connection connection, Instant from, Duration width) throws SQLException {
    var partition = partition(from);
    if (partitions(connection).stream()
        .anyMatch(it -> it.attached() && it.name().equals(partition))) {
      return;
    }
    // Safe under concurrency: the caller holds the advisory lock. Attaching a table takes a weaker
    // lock of the parent than creating a partition would, so nobody waits.
    execute(
        connection,
        """
        create table if not exists aggregator.%s
          (like aggregator.%s including defaults including constraints including generated)
        with (fillfactor = 70)
        """
            .formatted(partition, name),
        """
        alter table aggregator.%s attach partition aggregator.%s for values from ('%s') to ('%s')
        """
            .formatted(name, partition, IdRange.lowest(from), IdRange.lowest(from.plus(width))));
  }

  /** Drops the partitions that hold only rows older than the retention. */
  void dropOld(Connection connection, Instant now, Duration width) throws SQLException {
    for (var partition : partitions(connection)) {
      var from = DAY.parse(partition.name().substring(name.length() + 1), LocalDate::from);
      var end = from.atStartOfDay(ZoneOffset.UTC).toInstant().plus(width);
      if (!end.plus(retention).isAfter(now)) {
        drop(connection, partition);
      }
    }
  }

  // Safe under concurrency: detaching concurrently lets readers and writers go on; a partition that
  // was left half detached, or detached and not dropped, is finished by the next run.
  private void drop(Connection connection, Partition partition) throws SQLException {
    if (partition.attached()) {
      execute(
          connection,
          "alter table aggregator.%s detach partition aggregator.%s %s"
              .formatted(
                  name, partition.name(), partition.detachPending() ? "finalize" : "concurrently"));
    }
    execute(connection, "drop table aggregator.%s".formatted(partition.name()));
    log.info("Dropped the partition {} after its retention of {}", partition.name(), retention);
  }

  private String partition(Instant from) {
    return name + "_" + DAY.format(from);
  }

  private List<Partition> partitions(Connection connection) throws SQLException {
    try (var statement = connection.prepareStatement(PARTITIONS)) {
      statement.setString(1, name);
      try (var rows = statement.executeQuery()) {
        var found = new ArrayList<Partition>();
        while (rows.next()) {
          found.add(new Partition(rows.getString(1), rows.getBoolean(2), rows.getBoolean(3)));
        }
        return found;
      }
    }
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    for (var sql : statements) {
      try (var statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }

  private record Partition(String name, boolean attached, boolean detachPending) {}
}
