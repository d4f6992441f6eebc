package io.onceflow.relay.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotTests {

  @Test
  void theTransactionsThatWereInProgressAndTheNextAreRemembered() {
    assertThat(Snapshot.parse("748:752:748,750")).isEqualTo(new Snapshot("752", "{748,750}"));
  }

  @Test
  void nothingInProgressIsAnEmptyArray() {
    assertThat(Snapshot.parse("752:752:")).isEqualTo(new Snapshot("752", "{}"));
  }
}
