package io.onceflow.worker.claim;

import io.onceflow.worker.execution.Claim;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record of a step topic, as far as it could be read. */
sealed interface Received {
  ConsumerRecord<byte[], byte[]> source();

  /**
   * A request for a step of the pipelines.
   *
   * @param claim what is claimed for it; drawn once, so that a claim whose commit's answer was lost
   *     is known again
   */
  record Request(ConsumerRecord<byte[], byte[]> source, Claim claim) implements Received {}

  /**
   * A record that will never be readable.
   *
   * @param code stable
   */
  record Unreadable(ConsumerRecord<byte[], byte[]> source, String code, String message)
      implements Received {}
}
