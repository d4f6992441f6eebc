package io.onceflow.relay.publish;

import io.onceflow.relay.parked.ParkedRows;
import io.onceflow.relay.read.OutboxReader;
import io.onceflow.relay.read.Page;
import io.onceflow.relay.send.RowRecords;
import io.onceflow.relay.send.TopicSender;
import io.onceflow.relay.shard.HeldShards;
import io.onceflow.relay.shard.ShardLeases;
import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.topic.BrokerUnavailableException;
import io.onceflow.relay.topic.KafkaTopics;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

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
public final class RelayOutbox {
  private final OutboxSource source;
  private final ShardLeases leases;
  private final KafkaTopics topics;
  private final OutboxReader reader;
  private final TopicSender sender;
  private final ParkedRows parked;
  private final PublishEvents events;
  private final PublishProperties properties;
  private final SentRows sent;
  private final PublishRows publishRows;
  private Map<Integer, Long> draining = Map.of();
  private final Due fullScan;
  private final Due parkedRefresh;

  public RelayOutbox(
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
    this.sender = sender;
    this.parked = new ParkedRows(source, topics);
    var table = new AcknowledgedRows(source);
    this.events = events;
    this.properties = properties;
    this.sent = new SentRows(table, parked, events, properties, onRoom);
    this.publishRows =
        new PublishRows(new RowRecords.Maker(topics), sender, parked, sent, table, events);
    this.fullScan = new Due(properties.fullScan());
    this.parkedRefresh = new Due(Due.SECOND);
  }

  /**
   * One round.
   *
   * @param read whether to look for new rows, or only to settle what is on its way
   */
  public Round pass(boolean read) throws SQLException {
    var held = leases.held();
    if (sent.inFlight().isEmpty() && held.epochs().isEmpty()) {
      return round(0, false);
    }
    try (var connection = source.connection()) {
      settle(connection);
      followSilence();
      var page = Page.NONE;
      try {
        page = read && mayRead(held) ? drain(connection, held) : page;
      } finally {
        // after the read: new rows do not wait for old ones to be deleted
        sent.deleteDue(connection, held);
      }
      handOverWhatLeaves(held);
      return round(page.rows().size(), page.more());
    } catch (SQLException | RuntimeException e) {
      // whatever of a page was not sent has to be read again
      reader.startOver();
      throw e;
    }
  }

  /** Rows that waited for a partition are read again once it speaks. */
  private void followSilence() {
    var patience = properties.brokerPatience().toNanos();
    if (publishRows.follow(sent.inFlight().silent(System.nanoTime(), patience))) {
      reader.startOver();
    }
  }

  private boolean mayRead(HeldShards held) {
    return !held.lapsed()
        && !held.draining().isEmpty()
        && sent.inFlight().hasRoom()
        && publishRows.hasRoom();
  }

  private Page drain(Connection connection, HeldShards held) throws SQLException {
    topics.refreshOnce();
    follow(connection, held);
    var page = reader.read(connection, held.drained(), properties.batch(), properties.readBytes());
    events.read(page.rows());
    try {
      publishRows.publish(connection, page.rows(), held);
    } catch (BrokerUnavailableException e) {
      startOver();
      throw e;
    }
    if (held.lapsed()) {
      // the rest of the page was left
      reader.startOver();
    }
    return page;
  }

  /** Settles what is on its way, and begins nothing new; whether all is settled. */
  public boolean finish() throws SQLException {
    try (var connection = source.connection()) {
      settle(connection);
      sent.deleteAll(connection, leases.held());
    }
    return sent.inFlight().isEmpty();
  }

  /** Nanoseconds that the oldest unacknowledged row has waited. */
  public long oldestWait() {
    return sent.inFlight().oldestWait(System.nanoTime());
  }

  /** After trouble with the brokers that the producer does not settle itself. */
  private void startOver() {
    sender.startOver();
    sent.startOver();
    reader.startOver();
  }

  private void settle(Connection connection) throws SQLException {
    try {
      sent.settle(connection);
    } catch (BrokerUnavailableException e) {
      startOver();
      throw e;
    }
  }

  private void handOverWhatLeaves(HeldShards held) throws SQLException {
    var idle = held.leaving().stream().filter(shard -> !sent.inFlight().touches(shard)).toList();
    if (!idle.isEmpty()) {
      leases.handOver(idle);
    }
  }

  /** Looks at everything again where shards were won, rows released, or enough time has passed. */
  private void follow(Connection connection, HeldShards held) throws SQLException {
    var won = !draining.entrySet().containsAll(held.draining().entrySet());
    if (won || parkedRefresh.takeDue()) {
      var released = parked.refresh(connection, held.drained());
      if (won || released) {
        reader.startOver();
      }
    }
    draining = held.draining();
    if (fullScan.takeDue()) {
      topics.refresh();
      reader.startOver();
    }
  }

  private Round round(int rows, boolean more) {
    return new Round(rows, more && sent.inFlight().hasRoom(), !sent.inFlight().isEmpty());
  }
}
