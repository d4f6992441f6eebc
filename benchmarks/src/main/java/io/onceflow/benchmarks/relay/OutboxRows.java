package io.onceflow.benchmarks.relay;

import io.onceflow.model.TaskId;
import io.onceflow.outbox.OutboxMessage;
import io.onceflow.outbox.OutboxRow;
import io.onceflow.outbox.OutboxTable;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Appends rows of one record, each of a key of its own. */
record OutboxRows(String schema, String topic) {

  void append(Connection connection, List<String> values) {
    var jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
    new OutboxTable(jdbc, schema).append(values.stream().map(this::row).toList());
  }

  private OutboxRow row(String value) {
    var message = new OutboxMessage(topic, UUID.randomUUID(), "Benchmark", 1, value, false);
    return new OutboxRow(TaskId.next(), List.of(message), null, null, null);
  }
}
