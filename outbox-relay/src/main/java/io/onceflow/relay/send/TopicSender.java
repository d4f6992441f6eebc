package io.onceflow.relay.send;

import io.onceflow.relay.topic.BrokerUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Sends the records of rows in the order given, without waiting for their acknowledgement. The
 * idempotent producer repeats what the brokers do not acknowledge, without end and without changing
 * the order within a partition.
 */
public final class TopicSender implements AutoCloseable {
  private static final int UNKNOWN = -1;

  private final Supplier<Producer<byte[], byte[]>> producers;
  private Producer<byte[], byte[]> producer;

  public TopicSender(Supplier<Producer<byte[], byte[]>> producers) {
    this.producers = producers;
    this.producer = producers.get();
  }

  /**
   * Where the records will go: their partitions, by the same hash that the producer uses.
   *
   * @throws BrokerUnavailableException if the brokers have to be asked and do not answer
   */
  public List<TopicPartition> destinations(List<ProducerRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(record -> new TopicPartition(record.topic(), partition(record)))
        .toList();
  }

  private int partition(ProducerRecord<byte[], byte[]> record) {
    try {
      var partitions = producer.partitionsFor(record.topic()).size();
      return Utils.toPositive(Utils.murmur2(record.key())) % partitions;
    } catch (TimeoutException e) {
      throw new BrokerUnavailableException("the brokers do not tell of " + record.topic(), e);
    } catch (KafkaException e) {
      // the send will fail for the same reason, and its failure decides what becomes of the row
      return UNKNOWN;
    }
  }

  /**
   * Gives the records to the producer; each completes {@code row} in {@code inFlight} later.
   *
   * @throws BrokerUnavailableException if the producer does not take them now; some may have been
   *     taken
   */
  public void send(List<ProducerRecord<byte[], byte[]>> records, SentRow row, InFlight inFlight) {
    for (var i = 0; i < records.size(); i++) {
      var delivery = new Delivery(row, i, inFlight);
      var _ = producer.send(records.get(i), delivery);
      delivery.requireTaken();
    }
  }

  /** Throws away what the producer has not sent yet, and starts a new one. */
  public void startOver() {
    producer.close(Duration.ZERO);
    producer = producers.get();
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }

  /**
   * The producer tells by the calling thread what it does not take, by its own what became of it.
   */
  private static final class Delivery implements Callback {
    private final SentRow row;
    private final int record;
    private final InFlight inFlight;
    private final Thread caller = Thread.currentThread();
    private @Nullable Exception refused;

    Delivery(SentRow row, int record, InFlight inFlight) {
      this.row = row;
      this.record = record;
      this.inFlight = inFlight;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
      if (failure != null && Thread.currentThread().equals(caller) && !isForGood(failure)) {
        refused = failure;
      } else {
        inFlight.completeOne(row, record, failure);
      }
    }

    private static boolean isForGood(Exception failure) {
      return failure instanceof RecordTooLargeException
          || failure instanceof InvalidTopicException
          || failure instanceof TopicAuthorizationException;
    }

    void requireTaken() {
      if (refused != null) {
        throw new BrokerUnavailableException(
            "the producer takes no record now: " + refused, refused);
      }
    }
  }
}
