package io.onceflow.relay.send;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings of the producers that the relay's promises rest on. */
public final class ProducerSettings {
  /** Topics decide what is too large, up to this. */
  static final int LARGEST_REQUEST = 32 * 1024 * 1024;

  private static final long BUFFER = 2L * LARGEST_REQUEST;
  private static final int BATCH = 64 * 1024;
  private static final long BLOCK_MILLIS = 3000;

  private ProducerSettings() {}

  /**
   * Completes the settings that a user may choose (servers, security, compression) by those that he
   * may not.
   */
  public static Map<String, Object> complete(Map<String, Object> chosen) {
    var settings = new HashMap<>(chosen);
    settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH);
    settings.putIfAbsent(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // With more, a broker that has just come back may take a second batch before the first, see
    // docs/decisions/0019-one-request-to-a-broker-at-a-time.md.
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    // a record that is given up while a later one is kept would change the order of its key
    settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_REQUEST);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
    return settings;
  }
}
