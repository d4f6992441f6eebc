package io.onceflow.relay.publish;

import io.onceflow.relay.parked.ParkedRows;
import io.onceflow.relay.parked.Refusal;
import io.onceflow.relay.shard.HeldShards;
import io.onceflow.relay.shard.ShardLeases;
import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.topic.BrokerUnavailableException;
import io.onceflow.relay.topic.KafkaTopics;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Drains one outbox: reads rows, sends their records, deletes what the brokers acknowledged. For
 * one thread.
 *
 * <p>No row is deleted unpublished, unless it expired. Each relay sends the rows of a key in the
 * order of their ids and passes over none that was not acknowledged before, so whatever relays do
 * to one another, the first sightings of a key's records are in order. Rows of one key whose
 * transactions ran side by side have no order to keep. A record that the brokers refuse for good
 * though it looked right (their limits were lowered just now) may be passed by rows of its key that
 * were already on their way.
 */
final class RelayOutbox {
  private final OutboxSource source;
  private final ShardLeases leases;
  private final KafkaTopics topics;
  private final OutboxReader reader;
  private final RowRecords.Maker records;
  private final TopicSender sender;
  private final ParkedRows parked;
  private final AcknowledgedRows acknowledgedRows;
  private final PublishEvents events;
  private final PublishProperties properties;
  private final Runnable onRoom;

  private final List<SentRow> acknowledged = new ArrayList<>();
  private InFlight inFlight;
  private Map<Integer, Long> draining = Map.of();
  private final Due fullScan;
  private final Due parkedRefresh;
  private final Due delete;

  RelayOutbox(
      OutboxSource source,
      ShardLeases leases,
      KafkaTopics topics,
      TopicSender sender,
      PublishEvents events,
      PublishProperties properties,
      Runnable onRoom) {
    this.source = source;
    this.leases = leases;
    this.topics = topics;
    this.reader = new OutboxReader(source);
    this.records = new RowRecords.Maker(topics);
    this.sender = sender;
    this.parked = new ParkedRows(source, topics);
    this.acknowledgedRows = new AcknowledgedRows(source);
    this.events = events;
    this.properties = properties;
    this.onRoom = onRoom;
    this.inFlight = newInFlight();
    this.fullScan = new Due(properties.fullScan());
    this.parkedRefresh = new Due(Due.SECOND);
    this.delete = new Due(properties.deleteDelay());
  }

  /** One round; to be called again at once if it says so, else when there is something to do. */
  Round pass() throws SQLException {
    var held = leases.held();
    try (var connection = source.connection()) {
      settle(connection, held);
      handOverWhatLeaves(held);
      if (held.lapsed() || held.draining().isEmpty() || !inFlight.hasRoom()) {
        return round(0, false);
      }
      topics.refreshOnce();
      follow(connection, held);
      var page =
          reader.read(connection, held.drained(), properties.batch(), properties.readBytes());
      events.read(page.rows());
      publish(connection, page.rows(), held);
      return round(page.rows().size(), page.more());
    } catch (SQLException | RuntimeException e) {
      // whatever of a page was not sent has to be read again
      reader.startOver();
      throw e;
    }
  }

  /** Waits for nothing new, and deletes what has been acknowledged; whether that was all. */
  boolean finish() throws SQLException {
    try (var connection = source.connection()) {
      delete.now();
      settle(connection, leases.held());
    }
    return inFlight.isEmpty();
  }

  /** Nanoseconds that the oldest unacknowledged row has waited. */
  long oldestWait() {
    return inFlight.oldestWait(System.nanoTime());
  }

  /** After trouble with the brokers that the producer does not settle itself. */
  private void startOver() {
    sender.startOver();
    takeAcknowledged(inFlight.takeCompleted());
    inFlight = newInFlight();
    acknowledged.forEach(inFlight::addAcknowledged);
    reader.startOver();
  }

  private void settle(Connection connection, HeldShards held) throws SQLException {
    var completed = inFlight.takeCompleted();
    takeAcknowledged(completed);
    parkRefused(connection, completed);
    if (!acknowledged.isEmpty() && (acknowledged.size() >= properties.batch() || delete.isDue())) {
      acknowledgedRows.delete(connection, acknowledged.stream().map(SentRow::id).toList(), held);
      inFlight.forget(acknowledged);
      acknowledged.clear();
    }
  }

  private void takeAcknowledged(List<SentRow> completed) {
    var succeeded = completed.stream().filter(row -> row.failure() == null).toList();
    if (succeeded.isEmpty()) {
      return;
    }
    events.acknowledged(succeeded);
    if (acknowledged.isEmpty()) {
      delete.restart();
    }
    acknowledged.addAll(succeeded);
  }

  private void parkRefused(Connection connection, List<SentRow> completed) throws SQLException {
    for (var row : completed) {
      switch (row.failure()) {
        case null -> {}
        case RecordTooLargeException e ->
            park(connection, row, Refusal.tooLarge(String.valueOf(e.getMessage())));
        case InvalidTopicException e ->
            park(connection, row, Refusal.invalidTopic(String.valueOf(e.getMessage())));
        case Exception e -> {
          startOver();
          throw new BrokerUnavailableException("a record was refused: " + e, e);
        }
      }
    }
  }

  private void park(Connection connection, SentRow row, Refusal refusal) throws SQLException {
    parked.park(connection, row.id(), row.key(), row.shard(), refusal);
    inFlight.forget(List.of(row));
    events.parked(refusal);
  }

  private void handOverWhatLeaves(HeldShards held) throws SQLException {
    var idle = held.leaving().stream().filter(shard -> !inFlight.touches(shard)).toList();
    if (!idle.isEmpty()) {
      leases.handOver(idle);
    }
  }

  /** Looks at everything again where shards were won, rows released, or enough time has passed. */
  private void follow(Connection connection, HeldShards held) throws SQLException {
    var won = !draining.entrySet().containsAll(held.draining().entrySet());
    draining = held.draining();
    if (won || parkedRefresh.takeDue()) {
      if (parked.refresh(connection, held.drained()) || won) {
        reader.startOver();
      }
    }
    if (fullScan.takeDue()) {
      topics.refresh();
      reader.startOver();
    }
  }

  private void publish(Connection connection, List<PendingRow> rows, HeldShards held)
      throws SQLException {
    var expired = new ArrayList<Long>();
    for (var row : rows) {
      if (held.lapsed()) {
        reader.startOver();
        break;
      }
      if (inFlight.contains(row.id())) {
        continue;
      }
      if (row.expired()) {
        expired.add(row.id());
      } else if (!parked.holds(row.key())) {
        publish(connection, row);
      }
    }
    if (!expired.isEmpty()) {
      events.expired(acknowledgedRows.delete(connection, expired, held));
    }
  }

  private void publish(Connection connection, PendingRow row) throws SQLException {
    switch (records.of(row)) {
      case RowRecords.Sendable(var sendable, var bytes) -> {
        var sent = new SentRow(row, sendable.size(), bytes);
        inFlight.add(sent);
        send(sendable, sent);
        events.sent(sent);
      }
      case RowRecords.Unsendable(var refusal) -> {
        parked.park(connection, row.id(), row.key(), row.shard(), refusal);
        events.parked(refusal);
      }
    }
  }

  private void send(List<ProducerRecord<byte[], byte[]>> sendable, SentRow sent) {
    try {
      sender.send(sendable, sent, inFlight);
    } catch (BrokerUnavailableException e) {
      startOver();
      throw e;
    }
  }

  private InFlight newInFlight() {
    return new InFlight(properties.inFlight(), properties.inFlightSize().toBytes(), onRoom);
  }

  private Round round(int rows, boolean more) {
    return new Round(rows, more && inFlight.hasRoom(), !inFlight.isEmpty());
  }

  /**
   * What a round came to.
   *
   * @param rows that were read
   * @param more whether further rows wait and may be read
   * @param unsettled whether rows are on their way
   */
  record Round(int rows, boolean more, boolean unsettled) {}
}
