package io.onceflow.relay.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SilentPartitionsTests {
  private static final TopicPartition SILENT = new TopicPartition("topic", 0);
  private static final TopicPartition OTHER = new TopicPartition("topic", 1);
  private static final UUID KEY = new UUID(0, 1);

  private final SilentPartitions silent = new SilentPartitions(2);

  @Test
  void aRowWaitsForASilentPartitionAndLaterRowsOfItsKeyBehindIt() {
    silent.follow(Set.of(SILENT));
    assertThat(silent.holds(KEY, List.of(OTHER))).isFalse();
    assertThat(silent.holds(KEY, List.of(OTHER, SILENT))).isTrue();
    assertThat(silent.holds(KEY, List.of(OTHER))).isTrue();
    assertThat(silent.holds(new UUID(0, 2), List.of(OTHER))).isFalse();
  }

  @Test
  void rowsAreReadAgainOnceAPartitionSpeaks() {
    silent.follow(Set.of(SILENT, OTHER));
    silent.holds(KEY, List.of(SILENT));
    assertThat(silent.follow(Set.of(SILENT, OTHER))).isFalse();
    assertThat(silent.follow(Set.of(OTHER))).isTrue();
    assertThat(silent.holds(KEY, List.of(SILENT))).isFalse();
  }

  @Test
  void nothingIsReadAgainWhereNothingWaited() {
    silent.follow(Set.of(SILENT));
    assertThat(silent.follow(Set.of())).isFalse();
  }

  @Test
  void soManyKeysMayWaitAndNoMore() {
    silent.follow(Set.of(SILENT));
    silent.holds(KEY, List.of(SILENT));
    assertThat(silent.isFull()).isFalse();
    silent.holds(new UUID(0, 2), List.of(SILENT));
    assertThat(silent.isFull()).isTrue();
  }
}
