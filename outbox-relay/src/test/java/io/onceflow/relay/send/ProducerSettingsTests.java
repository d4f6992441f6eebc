package io.onceflow.relay.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;

class ProducerSettingsTests {

  @Test
  void whatTheOrderRestsOnIsNoMatterOfChoice() {
    var chosen =
        Map.<String, Object>of(
            ProducerConfig.ACKS_CONFIG,
            "1",
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            5,
            ProducerConfig.RETRIES_CONFIG,
            3,
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "zstd");

    assertThat(ProducerSettings.complete(chosen))
        .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
        .containsEntry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true)
        .containsEntry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1)
        .containsEntry(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE)
        .containsEntry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE)
        .containsEntry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
  }
}
