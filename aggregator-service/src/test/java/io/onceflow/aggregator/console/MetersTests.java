package io.onceflow.aggregator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MetersTests {
  private static final String TEXT =
      """
      # HELP onceflow_outbox_pending Rows not yet published
      # TYPE onceflow_outbox_pending gauge
      onceflow_outbox_pending{application="relay",outbox="ingest"} 12.0
      onceflow_outbox_pending{application="relay",outbox="worker"} 3.0
      onceflow_outbox_pending{application="other relay",outbox="ingest"} 1.0E1
      onceflow_takeovers_total 4.0
      onceflow_step_inflight{step="a \\"b\\" {c}"} 1.0
      onceflow_outbox_oldest_age_seconds{outbox="ingest"} NaN
      jvm_threads_live_threads 40.0
      a line that is none
      """;

  @Test
  void figuresThatShareALabelAreJoined() {
    var meters = Meters.parse(TEXT);
    assertThat(meters.by("outbox", "onceflow_outbox_pending", Double::sum))
        .isEqualTo(Map.of("ingest", 22.0, "worker", 3.0));
    assertThat(meters.by("outbox", "onceflow_outbox_pending", Math::max))
        .containsEntry("ingest", 12.0);
    assertThat(meters.sum("onceflow_takeovers_total")).isEqualTo(4);
    assertThat(meters.by("step", "onceflow_step_inflight", Double::sum)).hasSize(1);
  }

  @Test
  void whatIsNotOfTheSuiteIsLeftOut() {
    assertThat(Meters.parse(TEXT).samples())
        .allMatch(sample -> sample.name().startsWith("onceflow_"))
        .hasSize(6);
    assertThat(Meters.parse("").samples()).isEmpty();
  }
}
