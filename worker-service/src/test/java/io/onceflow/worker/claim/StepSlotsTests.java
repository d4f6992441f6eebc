package io.onceflow.worker.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.Lane;
import io.onceflow.worker.claim.StepSlots.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepSlotsTests {
  private static final Duration AGEING = Duration.ofSeconds(2);

  @Test
  void someSlotsAreKeptForTheHighLane() {
    var slots = slots(10, 0.2, 1);
    for (var i = 0; i < 8; i++) {
      assertThat(slots.take(Lane.NORMAL, "acme", 0)).isEqualTo(Grant.GIVEN);
    }
    assertThat(slots.take(Lane.NORMAL, "acme", 0)).isEqualTo(Grant.NONE_FREE);
    assertThat(slots.take(Lane.HIGH, "acme", 0)).isEqualTo(Grant.GIVEN);
    assertThat(slots.take(Lane.HIGH, "acme", 0)).isEqualTo(Grant.GIVEN);
    assertThat(slots.take(Lane.HIGH, "acme", 0)).isEqualTo(Grant.NONE_FREE);
  }

  @Test
  void aFreeSlotGoesToTheMostUrgentLaneThatWaits() {
    var slots = slots(1, 0, 1);
    slots.take(Lane.LOW, "acme", 0);
    slots.take(Lane.LOW, "acme", 1);
    slots.take(Lane.HIGH, "acme", 2);
    slots.release("acme");

    assertThat(slots.take(Lane.LOW, "acme", 3)).isEqualTo(Grant.NONE_FREE);
    assertThat(slots.take(Lane.HIGH, "acme", 4)).isEqualTo(Grant.GIVEN);
  }

  @Test
  void aLaneThatHasWaitedLongGoesFirst() {
    var slots = slots(1, 0, 1);
    slots.take(Lane.HIGH, "acme", 0);
    slots.take(Lane.LOW, "acme", 0);
    var later = AGEING.toNanos() + 1;
    slots.release("acme");

    assertThat(slots.take(Lane.HIGH, "acme", later)).isEqualTo(Grant.NONE_FREE);
    assertThat(slots.take(Lane.LOW, "acme", later)).isEqualTo(Grant.GIVEN);
  }

  @Test
  void aTenantGetsNoMoreThanItsShare() {
    var slots = slots(4, 0, 0.5);
    slots.take(Lane.NORMAL, "acme", 0);
    slots.take(Lane.NORMAL, "acme", 0);

    assertThat(slots.take(Lane.NORMAL, "acme", 0)).isEqualTo(Grant.OVER_SHARE);
    assertThat(slots.take(Lane.NORMAL, "globex", 0)).isEqualTo(Grant.GIVEN);
    slots.release("acme");
    assertThat(slots.take(Lane.NORMAL, "acme", 0)).isEqualTo(Grant.GIVEN);
  }

  private static StepSlots slots(int size, double reserve, double share) {
    var second = Duration.ofSeconds(1);
    return new StepSlots(
        size, new ClaimProperties("g", second, reserve, AGEING, share, second, second), () -> {});
  }
}
