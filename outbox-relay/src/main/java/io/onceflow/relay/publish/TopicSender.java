package io.onceflow.relay.publish;

import io.onceflow.relay.topic.BrokerUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the records of rows in the order given, without waiting for their acknowledgement. The
 * idempotent producer repeats what the brokers do not acknowledge, without end and without changing
 * the order within a partition.
 */
final class TopicSender implements AutoCloseable {
  private final Supplier<Producer<byte[], byte[]>> producers;
  private Producer<byte[], byte[]> producer;

  TopicSender(Supplier<Producer<byte[], byte[]>> producers) {
    this.producers = producers;
    this.producer = producers.get();
  }

  /**
   * Gives the records to the producer; each completes {@code row} in {@code inFlight} later.
   *
   * @throws BrokerUnavailableException if the producer does not take them now; some may have been
   *     taken
   */
  void send(Iterable<ProducerRecord<byte[], byte[]>> records, SentRow row, InFlight inFlight) {
    for (var record : records) {
      var delivery = new Delivery(row, inFlight);
      var _ = producer.send(record, delivery);
      delivery.requireTaken();
    }
  }

  /** Throws away what the producer has not sent yet, and starts a new one. */
  void startOver() {
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
    private final InFlight inFlight;
    private final Thread caller = Thread.currentThread();
    private @Nullable Exception refused;

    Delivery(SentRow row, InFlight inFlight) {
      this.row = row;
      this.inFlight = inFlight;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
      if (failure != null && Thread.currentThread().equals(caller) && !isForGood(failure)) {
        refused = failure;
      } else {
        inFlight.completeOne(row, failure);
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
