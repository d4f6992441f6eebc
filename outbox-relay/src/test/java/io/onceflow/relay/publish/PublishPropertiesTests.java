package io.onceflow.relay.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class PublishPropertiesTests {

  @Test
  void theDefaultsAreRight() {
    assertThat(bind(Map.of()).batch()).isEqualTo(1000);
  }

  @Test
  void aMistakeNamesItsKey() {
    assertRefused("batch", "0");
    assertRefused("in-flight", "10");
    assertRefused("in-flight-size", "1GB");
    assertRefused("read-pause", "2s");
    assertRefused("poll-at-rest", "1ms");
    assertRefused("full-scan", "1ms");
  }

  private static void assertRefused(String key, String value) {
    assertThatThrownBy(() -> bind(Map.of("onceflow.relay.publish." + key, value)))
        .isInstanceOf(BindException.class)
        .rootCause()
        .hasMessageContaining("onceflow.relay.publish." + key);
  }

  private static PublishProperties bind(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("onceflow.relay.publish", PublishProperties.class);
  }
}
