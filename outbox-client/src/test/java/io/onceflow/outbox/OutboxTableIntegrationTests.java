package io.onceflow.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.TaskId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class OutboxTableIntegrationTests {
  private final TestServers servers = TestServers.shared();
  private final DriverManagerDataSource database =
      new DriverManagerDataSource(
          servers.freshDatabase(), servers.databaseUser(), servers.databasePassword());
  private final JdbcTemplate jdbc = new JdbcTemplate(database);
  private final TransactionTemplate transaction =
      new TransactionTemplate(new JdbcTransactionManager(database));
  private final OutboxTable outbox = new OutboxTable(jdbc, "ingest");

  @BeforeEach
  void migrate() throws IOException {
    try (var sql = getClass().getResourceAsStream("migration/V1__outbox.sql")) {
      var ddl = new String(Objects.requireNonNull(sql).readAllBytes(), StandardCharsets.UTF_8);
      jdbc.execute("create schema ingest; set search_path to ingest;" + ddl);
    }
  }

  @Test
  void rowsHaveIdsInTheOrderOfTheList() {
    var key = TaskId.next();
    var rows = IntStream.range(0, 100).mapToObj(n -> row(key, "n" + n + ".")).toList();

    outbox.append(rows);

    var messages =
        jdbc.queryForList("select messages from ingest.outbox order by id", String.class);
    assertThat(messages).hasSize(100);
    assertThat(IntStream.range(0, 100)).allMatch(n -> messages.get(n).contains("\"n" + n + ".\""));
  }

  @Test
  void rowsComeAndGoWithTheCallersTransaction() {
    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    _ -> {
                      outbox.append(List.of(row(TaskId.next(), "1")));
                      throw new IllegalStateException("the caller fails");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(count()).isZero();

    transaction.executeWithoutResult(_ -> outbox.append(List.of(row(TaskId.next(), "1"))));
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void allThatARowHoldsIsStored() {
    var key = TaskId.next();
    var expiry = Instant.parse("2030-01-02T03:04:05Z");
    var message = new OutboxMessage("topic", UUID.randomUUID(), "Type", 1, "{\"a\":1,", true);
    outbox.append(List.of(new OutboxRow(key, List.of(message), "\"b\":\"漢\"}", "trace", expiry)));

    var stored = jdbc.queryForMap("select * from ingest.outbox");
    assertThat(stored)
        .containsEntry("key", key.value())
        .containsEntry("shard", OutboxRow.shardOf(key))
        .containsEntry("tail", "\"b\":\"漢\"}".getBytes(StandardCharsets.UTF_8))
        .containsEntry("traceparent", "trace")
        .containsEntry("expires_at", Timestamp.from(expiry));
    assertThat(MessagesColumn.read((String) Objects.requireNonNull(stored.get("messages"))))
        .containsExactly(message);
  }

  private long count() {
    return Objects.requireNonNull(
        jdbc.queryForObject("select count(*) from ingest.outbox", Long.class));
  }

  private static OutboxRow row(TaskId key, String value) {
    var message = new OutboxMessage("topic", UUID.randomUUID(), "Type", 1, value, false);
    return new OutboxRow(key, List.of(message), null, null, null);
  }
}
