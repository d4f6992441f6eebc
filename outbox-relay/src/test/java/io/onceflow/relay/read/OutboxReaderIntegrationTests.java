package io.onceflow.relay.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.relay.source.OutboxSources;
import io.onceflow.relay.source.TestSource;
import io.onceflow.relay.testing.TestOutbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboxReaderIntegrationTests {
  private static final Short[] ALL =
      IntStream.range(0, OutboxRow.SHARDS).mapToObj(i -> (short) i).toArray(Short[]::new);
  private static final long MUCH = 100_000_000;

  private final TestOutbox outbox = TestOutbox.create();
  private final OutboxSources sources = TestSource.of(outbox);
  private OutboxReader reader;
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    reader = new OutboxReader(sources.all().getFirst());
    connection = sources.all().getFirst().connection();
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
    sources.close();
  }

  @Test
  void eachRowIsReadOnceInTheOrderOfIds() throws SQLException {
    append("1", "2", "3");
    assertThat(read(2)).containsExactly("1", "2");
    append("4");
    assertThat(read(10)).containsExactly("3", "4");
    assertThat(read(10)).isEmpty();
  }

  @Test
  void aLateCommitIsFoundByTheNextReadHoweverLateAndOnlyOnce() throws SQLException {
    try (var late = outbox.connect();
        var rolledBack = outbox.connect()) {
      late.setAutoCommit(false);
      rolledBack.setAutoCommit(false);
      TestOutbox.append(late, row("late-1"), row("late-2"));
      TestOutbox.append(rolledBack, row("never"));
      for (var i = 0; i < 20; i++) {
        append("early");
        assertThat(read(10)).containsExactly("early");
      }
      rolledBack.rollback();
      late.commit();
      append("new");
    }
    assertThat(read(10)).containsExactly("late-1", "late-2", "new");
    assertThat(read(10)).isEmpty();
  }

  @Test
  void manyLateRowsAreReadPageByPage() throws SQLException {
    try (var late = outbox.connect()) {
      late.setAutoCommit(false);
      TestOutbox.append(
          late, IntStream.range(0, 25).mapToObj(n -> row("late-" + n)).toArray(OutboxRow[]::new));
      append("early");
      assertThat(read(10)).containsExactly("early");
      outbox.jdbc().execute("delete from ingest.outbox where tail is null");
      late.commit();
    }
    append("new");
    var seen = new ArrayList<String>();
    for (var i = 0; i < 4; i++) {
      seen.addAll(read(10));
    }
    assertThat(seen)
        .containsExactlyElementsOf(
            Stream.concat(IntStream.range(0, 25).mapToObj(n -> "late-" + n), Stream.of("new"))
                .toList());
  }

  @Test
  void aTransactionThatDrewItsIdBeforeItBeganIsNotOverlooked() throws SQLException {
    // an id may be drawn while the transaction has no transaction id yet, and used after others
    try (var late = outbox.connect()) {
      late.setAutoCommit(false);
      try (var statement = late.createStatement()) {
        statement.execute("select nextval('ingest.outbox_id_seq')");
        append("early");
        assertThat(read(10)).containsExactly("early");
        statement.execute(
            """
            insert into ingest.outbox (id, key, shard, messages) overriding system value values
            (1, '0199aaaa-0000-7000-8000-000000000001', 1, 'drawn first')
            """);
      }
      late.commit();
    }
    var page = reader.read(connection, ALL, 10, MUCH);
    assertThat(page.rows()).extracting(PendingRow::messages).containsExactly("drawn first");
  }

  @Test
  void rowsOfOthersShardsArePassedOver() throws SQLException {
    append("1", "2", "3", "4", "5", "6", "7", "8");
    var none = new Short[] {};
    var page = reader.read(connection, none, 4, MUCH);
    assertThat(page.rows()).isEmpty();
    assertThat(page.more()).isTrue();
    assertThat(read(10)).containsExactly("5", "6", "7", "8");
  }

  @Test
  void aPageEndsBeforeItGrowsTooBig() throws SQLException {
    append("1".repeat(1000), "2".repeat(1000), "3".repeat(1000));
    var page = reader.read(connection, ALL, 10, 1500);
    assertThat(page.rows()).hasSize(2);
    assertThat(page.more()).isTrue();
    assertThat(reader.read(connection, ALL, 10, 1500).rows()).hasSize(1);
  }

  @Test
  void deadRowsThatALongTransactionHoldsBackDoNotSlowTheReads() throws SQLException {
    append("first");
    assertThat(read(10)).hasSize(1);
    var before = pagesTouchedByARead();
    try (var longRunning = outbox.connect()) {
      longRunning.setAutoCommit(false);
      longRunning.createStatement().execute("select pg_current_xact_id()");
      TestOutbox.append(longRunning, row("last"));
      // 60 s at 2,000 rows/s
      for (var i = 0; i < 60; i++) {
        outbox
            .jdbc()
            .execute(
                """
                insert into ingest.outbox (key, shard, messages)
                select gen_random_uuid(), n %% 16, '[]' from generate_series(1, %d) n
                """
                    .formatted(2000));
        assertThat(reader.read(connection, ALL, 2000, MUCH).rows()).hasSize(2000);
        outbox.jdbc().execute("delete from ingest.outbox where messages = '[]'");
      }
      outbox.jdbc().execute("vacuum ingest.outbox");
      assertThat(pagesTouchedByARead()).isLessThanOrEqualTo(before + 50);
      longRunning.commit();
    }
    assertThat(read(10)).containsExactly("last");
    // what it would cost to begin at the head
    reader.startOver();
    assertThat(pagesTouchedByARead()).isGreaterThan(before + 1000);
  }

  /** Pages of the table and its indexes that one read looks at. */
  private long pagesTouchedByARead() throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      var before = pagesTouched(statement);
      reader.read(connection, ALL, 10, MUCH);
      return pagesTouched(statement) - before;
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static long pagesTouched(java.sql.Statement statement) throws SQLException {
    try (var result =
        statement.executeQuery(
            """
            select sum(pg_stat_get_xact_blocks_fetched(oid)) from pg_class
            where relname in ('outbox', 'outbox_pkey', 'outbox_xid')
            """)) {
      result.next();
      return result.getLong(1);
    }
  }

  private List<String> read(int most) throws SQLException {
    return reader.read(connection, ALL, most, MUCH).rows().stream()
        .map(row -> row.messages().replaceAll(".*\"head\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  private void append(String... values) {
    for (var value : values) {
      outbox.append(row(value));
    }
  }

  private static OutboxRow row(String value) {
    return TestOutbox.row(Topics.RESULT, TaskId.next(), value);
  }
}
