package io.onceflow.aggregator.deadletter;

import io.onceflow.aggregator.retention.Partitions;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.BatchMessageListener;

/** Keeps what comes into the dead-letter topic. */
final class DeadLetterListener implements BatchMessageListener<byte[], byte[]> {
  private final DeadLetterTable table;
  private final Partitions partitions;
  private final DeadLetterMetrics metrics;

  DeadLetterListener(DeadLetterTable table, Partitions partitions, DeadLetterMetrics metrics) {
    this.table = table;
    this.partitions = partitions;
    this.metrics = metrics;
  }

  @Override
  public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
    // what is past its retention would be dropped with its partition anyway
    var rows =
        records.stream().map(DeadLetterRow::of).filter(row -> partitions.covers(row.id())).toList();
    if (!rows.isEmpty()) {
      table.keep(rows);
      rows.forEach(metrics::kept);
    }
  }
}
