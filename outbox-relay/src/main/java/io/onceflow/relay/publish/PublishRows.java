package io.onceflow.relay.publish;

import io.onceflow.relay.parked.ParkedRows;
import io.onceflow.relay.read.PendingRow;
import io.onceflow.relay.send.RowRecords;
import io.onceflow.relay.send.SentRow;
import io.onceflow.relay.send.SilentPartitions;
import io.onceflow.relay.send.TopicSender;
import io.onceflow.relay.shard.HeldShards;
import io.onceflow.relay.topic.BrokerUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Publishes the rows of a page: sends what can be sent, parks what never can, drops what expired,
 * and leaves what has to wait in the outbox. For one thread.
 */
final class PublishRows {
  private static final int MOST_WAITING_KEYS = 200_000;

  private final RowRecords.Maker records;
  private final TopicSender sender;
  private final ParkedRows parked;
  private final SentRows sent;
  private final AcknowledgedRows table;
  private final PublishEvents events;
  private final SilentPartitions silent = new SilentPartitions(MOST_WAITING_KEYS);

  PublishRows(
      RowRecords.Maker records,
      TopicSender sender,
      ParkedRows parked,
      SentRows sent,
      AcknowledgedRows table,
      PublishEvents events) {
    this.records = records;
    this.sender = sender;
    this.parked = parked;
    this.sent = sent;
    this.table = table;
    this.events = events;
  }

  /**
   * Learns which partitions acknowledge nothing.
   *
   * @return whether rows that were left have to be read again
   */
  boolean follow(Set<TopicPartition> silentNow) {
    return silent.follow(silentNow);
  }

  /** Whether further rows may be left in the outbox. */
  boolean hasRoom() {
    return !silent.isFull();
  }

  /**
   * Publishes rows in their order; stops when the leases lapse.
   *
   * @throws BrokerUnavailableException if the producer takes nothing now
   */
  void publish(Connection connection, List<PendingRow> rows, HeldShards held) throws SQLException {
    var expired = new ArrayList<Long>();
    for (var row : rows) {
      if (held.lapsed()) {
        break;
      }
      if (sent.inFlight().contains(row.id())) {
        continue;
      }
      if (row.expired()) {
        expired.add(row.id());
      } else if (!parked.holds(row.key())) {
        publish(connection, row);
      }
    }
    if (!expired.isEmpty()) {
      events.expired(table.delete(connection, expired, held));
    }
  }

  private void publish(Connection connection, PendingRow row) throws SQLException {
    switch (records.of(row)) {
      case RowRecords.Sendable(var sendable, var bytes) -> send(row, sendable, bytes);
      case RowRecords.Unsendable(var refusal) -> {
        parked.park(connection, row.id(), row.key(), row.shard(), refusal);
        events.parked(refusal);
      }
    }
  }

  private void send(PendingRow row, List<ProducerRecord<byte[], byte[]>> sendable, long bytes) {
    var destinations = sender.destinations(sendable);
    if (silent.holds(row.key(), destinations)) {
      return;
    }
    var sending = new SentRow(row, destinations, bytes);
    sent.inFlight().add(sending);
    sender.send(sendable, sending, sent.inFlight());
    events.sent(sending);
  }
}
