package io.onceflow.relay.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.relay.shard.ShardLeases;
import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.source.OutboxSources;
import io.onceflow.relay.source.TestSource;
import io.onceflow.relay.testing.TestOutbox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AcknowledgedRowsIntegrationTests {
  private static final Duration LEASE = Duration.ofSeconds(10);

  private final TestOutbox outbox = TestOutbox.create();
  private final OutboxSources sources = TestSource.of(outbox);
  private final OutboxSource source = sources.all().getFirst();
  private final AcknowledgedRows rows = new AcknowledgedRows(source);
  private final ShardLeases leases = new ShardLeases(source, "a", LEASE);

  @AfterEach
  void close() {
    sources.close();
  }

  @Test
  void theNamedRowsAreDeletedAndNoOthers() throws SQLException {
    outbox.append(row(), row(), row());
    leases.keep();
    assertThat(delete(firstIds(2))).isEqualTo(2);
    assertThat(outbox.rows()).isEqualTo(1);
  }

  @Test
  void aRowOfAShardThatAnotherHasTakenMeanwhileStays() throws SQLException {
    outbox.append(row());
    leases.keep();
    var id = firstIds(1);
    outbox
        .jdbc()
        .execute("update ingest.outbox_shard set owner = 'b', epoch = epoch + 1 where true");
    assertThat(delete(id)).isZero();
    assertThat(outbox.rows()).isEqualTo(1);
  }

  private int delete(List<Long> ids) throws SQLException {
    try (var connection = source.connection()) {
      return rows.delete(connection, ids, leases.held());
    }
  }

  private List<Long> firstIds(int count) {
    return outbox
        .jdbc()
        .queryForList("select id from ingest.outbox order by id limit " + count, Long.class);
  }

  private static OutboxRow row() {
    return TestOutbox.row(Topics.RESULT, TaskId.next(), "1");
  }
}
