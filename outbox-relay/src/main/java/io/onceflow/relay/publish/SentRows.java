package io.onceflow.relay.publish;

import io.onceflow.relay.parked.ParkedRows;
import io.onceflow.relay.parked.Refusal;
import io.onceflow.relay.send.InFlight;
import io.onceflow.relay.send.SentRow;
import io.onceflow.relay.shard.HeldShards;
import io.onceflow.relay.topic.BrokerUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the rows that were sent: acknowledged, they are deleted, many together; refused
 * for good, they are parked. For one thread.
 */
final class SentRows {
  private final AcknowledgedRows table;
  private final ParkedRows parked;
  private final PublishEvents events;
  private final PublishProperties properties;
  private final Runnable onRoom;
  private final List<SentRow> acknowledged = new ArrayList<>();
  private final Queue<SentRow> refused = new ArrayDeque<>();
  private final Due delete;
  private InFlight inFlight;

  /**
   * @param onRoom called when there is room for more rows on their way
   */
  SentRows(
      AcknowledgedRows table,
      ParkedRows parked,
      PublishEvents events,
      PublishProperties properties,
      Runnable onRoom) {
    this.table = table;
    this.parked = parked;
    this.events = events;
    this.properties = properties;
    this.onRoom = onRoom;
    this.delete = new Due(properties.deleteDelay());
    this.inFlight = newInFlight();
  }

  /** The rows on their way. */
  InFlight inFlight() {
    return inFlight;
  }

  /**
   * Learns the fate of the rows that were acknowledged or refused meanwhile, and parks the latter.
   *
   * @throws BrokerUnavailableException if a row failed for a reason that may pass; then {@link
   *     #startOver} is called for
   */
  void settle(Connection connection) throws SQLException {
    takeCompleted();
    parkRefused(connection);
  }

  /** Deletes the acknowledged rows, once they have waited a little for more of them. */
  void deleteDue(Connection connection, HeldShards held) throws SQLException {
    if (acknowledged.size() >= properties.batch() || delete.isDue()) {
      deleteAll(connection, held);
    }
  }

  /** Deletes the acknowledged rows. */
  void deleteAll(Connection connection, HeldShards held) throws SQLException {
    if (!acknowledged.isEmpty()) {
      table.delete(connection, acknowledged.stream().map(SentRow::id).toList(), held);
      inFlight.forget(acknowledged);
      acknowledged.clear();
    }
  }

  /** Forgets the rows that are not acknowledged: their producer is closed, they are read again. */
  void startOver() {
    takeCompleted();
    refused.clear();
    inFlight = newInFlight();
    acknowledged.forEach(inFlight::addAcknowledged);
  }

  private void takeCompleted() {
    var completed = inFlight.takeCompleted();
    completed.stream().filter(row -> row.failure() != null).forEach(refused::add);
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

  /** Takes a row off the list once it is parked, not before: the database may fail meanwhile. */
  private void parkRefused(Connection connection) throws SQLException {
    for (var row = refused.peek(); row != null; row = refused.peek()) {
      var refusal = refusal(row.failure());
      parked.park(connection, row.id(), row.key(), row.shard(), refusal);
      inFlight.forget(List.of(row));
      refused.remove();
      events.parked(refusal);
    }
  }

  private static Refusal refusal(@Nullable Exception failure) {
    return switch (failure) {
      case RecordTooLargeException e -> Refusal.tooLarge(e);
      case InvalidTopicException e -> Refusal.invalidTopic(e);
      case TopicAuthorizationException e -> Refusal.forbidden(e);
      case null, default ->
          throw new BrokerUnavailableException("a record was refused: " + failure, failure);
    };
  }

  private InFlight newInFlight() {
    return new InFlight(properties.inFlight(), properties.inFlightBytes(), onRoom);
  }
}
