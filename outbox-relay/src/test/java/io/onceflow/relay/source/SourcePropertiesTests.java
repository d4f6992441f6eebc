package io.onceflow.relay.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.relay.source.SourceProperties.Outbox;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SourcePropertiesTests {

  @Test
  void theSchemaIsNamedAsTheOutboxUnlessItIsGiven() {
    var properties =
        new SourceProperties(
            Map.of(
                "ingest", new Outbox(null, null, null, null),
                "other", new Outbox(null, null, null, "elsewhere")));

    assertThat(schema(properties, "ingest")).isEqualTo("ingest");
    assertThat(schema(properties, "other")).isEqualTo("elsewhere");
  }

  @Test
  void aSchemaThatIsNoPlainNameIsRefusedWithItsKey() {
    var sneaky = Map.of("ingest", new Outbox(null, null, null, "x; drop schema y"));
    assertThatThrownBy(() -> new SourceProperties(sneaky))
        .hasMessageContaining("onceflow.relay.outboxes.ingest.schema");
  }

  @Test
  void atLeastOneOutboxIsNeeded() {
    assertThatThrownBy(() -> new SourceProperties(Map.of()))
        .hasMessageContaining("onceflow.relay.outboxes");
  }

  private static String schema(SourceProperties properties, String outbox) {
    return Objects.requireNonNull(
        Objects.requireNonNull(properties.outboxes().get(outbox)).schema());
  }
}
