package io.onceflow.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.model.Lane;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepSlotsTests {
  private static final Duration AGEING = Duration.ofSeconds(1);

  private long now;

  @Test
  void someSlotsAreKeptForTheHighLane() {
    var slots = slots(10, 0.2, 1);
    for (var i = 0; i < 8; i++) {
      assertThat(take(slots, Lane.NORMAL, "acme")).isEqualTo(Grant.GIVEN);
    }
    assertThat(take(slots, Lane.NORMAL, "globex")).isEqualTo(Grant.NONE_FREE);
    assertThat(take(slots, Lane.HIGH, "acme")).isEqualTo(Grant.GIVEN);
    assertThat(take(slots, Lane.HIGH, "acme")).isEqualTo(Grant.GIVEN);
    assertThat(take(slots, Lane.HIGH, "globex")).isEqualTo(Grant.NONE_FREE);
  }

  @Test
  void aFreeSlotGoesToTheMostUrgentLaneThatWaits() {
    var slots = slots(1, 0, 1);
    take(slots, Lane.LOW, "acme");
    take(slots, Lane.LOW, "globex");
    take(slots, Lane.HIGH, "globex");
    slots.release("acme");

    assertThat(take(slots, Lane.LOW, "globex")).isEqualTo(Grant.NONE_FREE);
    assertThat(take(slots, Lane.HIGH, "globex")).isEqualTo(Grant.GIVEN);
  }

  @Test
  void aLaneThatHasWaitedLongGoesFirst() {
    var slots = slots(1, 0, 1);
    take(slots, Lane.HIGH, "acme");
    take(slots, Lane.LOW, "globex");
    now = AGEING.toNanos() + 1;
    slots.release("acme");

    assertThat(take(slots, Lane.HIGH, "globex")).isEqualTo(Grant.NONE_FREE);
    assertThat(take(slots, Lane.LOW, "globex")).isEqualTo(Grant.GIVEN);
  }

  @Test
  void aLaneThatWasServedWaitsAnewBeforeItGoesFirstAgain() {
    var slots = slots(1, 0, 1);
    take(slots, Lane.HIGH, "acme");
    take(slots, Lane.LOW, "globex");
    take(slots, Lane.LOW, "initech");
    now = AGEING.toNanos() + 1;
    slots.release("acme");
    assertThat(take(slots, Lane.LOW, "globex")).isEqualTo(Grant.GIVEN);
    take(slots, Lane.HIGH, "acme");
    slots.release("globex");

    assertThat(take(slots, Lane.LOW, "initech")).isEqualTo(Grant.NONE_FREE);
    assertThat(take(slots, Lane.HIGH, "acme")).isEqualTo(Grant.GIVEN);
  }

  @Test
  void aTenantThatIsAloneMayUseAllSlots() {
    var slots = slots(4, 0, 1);
    for (var i = 0; i < 4; i++) {
      assertThat(take(slots, Lane.NORMAL, "acme")).isEqualTo(Grant.GIVEN);
    }
  }

  @Test
  void theWorkOfATenantThatHasItsShareDoesNotHideTheWorkOfOthers() {
    var slots = slots(4, 0, 1);
    for (var i = 0; i < 4; i++) {
      take(slots, Lane.NORMAL, "acme");
    }
    assertThat(take(slots, Lane.NORMAL, "acme")).isEqualTo(Grant.OVER_SHARE);
    assertThat(take(slots, Lane.NORMAL, "globex")).isEqualTo(Grant.NONE_FREE);
  }

  @Test
  void whileOthersWaitATenantGetsNoMoreThanTheyHave() {
    var slots = slots(4, 0, 1);
    for (var i = 0; i < 4; i++) {
      take(slots, Lane.NORMAL, "acme");
    }
    takeQueued(slots, "acme");
    take(slots, Lane.NORMAL, "globex");
    slots.release("acme");
    assertThat(takeQueued(slots, "acme")).isEqualTo(Grant.OVER_SHARE);
    assertThat(take(slots, Lane.NORMAL, "globex")).isEqualTo(Grant.GIVEN);

    takeQueued(slots, "globex");
    slots.release("acme");
    assertThat(takeQueued(slots, "acme")).isEqualTo(Grant.OVER_SHARE);
    assertThat(takeQueued(slots, "globex")).isEqualTo(Grant.GIVEN);

    slots.release("acme");
    assertThat(takeQueued(slots, "acme")).isEqualTo(Grant.GIVEN);
  }

  @Test
  void aWishThatIsNotRepeatedHoldsUpNobody() {
    var slots = slots(2, 0, 1);
    take(slots, Lane.NORMAL, "acme");
    take(slots, Lane.NORMAL, "acme");
    take(slots, Lane.NORMAL, "globex");
    slots.release("acme");
    assertThat(takeQueued(slots, "acme")).isEqualTo(Grant.OVER_SHARE);

    now += Duration.ofSeconds(4).toNanos();
    assertThat(takeQueued(slots, "acme")).isEqualTo(Grant.GIVEN);
  }

  @Test
  void laterWorkOfATenantGoesBehindItsWorkThatIsQueued() {
    var slots = slots(2, 0, 1);
    take(slots, Lane.NORMAL, "acme");
    take(slots, Lane.NORMAL, "acme");
    takeQueued(slots, "acme");
    slots.release("acme");

    assertThat(take(slots, Lane.NORMAL, "acme")).isEqualTo(Grant.OVER_SHARE);
    assertThat(takeQueued(slots, "acme")).isEqualTo(Grant.GIVEN);
  }

  @Test
  void aLimitOfEachTenantHoldsEvenWhileItIsAlone() {
    var slots = slots(4, 0, 0.5);
    take(slots, Lane.NORMAL, "acme");
    take(slots, Lane.NORMAL, "acme");

    assertThat(take(slots, Lane.NORMAL, "acme")).isEqualTo(Grant.OVER_SHARE);
    assertThat(take(slots, Lane.NORMAL, "globex")).isEqualTo(Grant.GIVEN);
    slots.release("acme");
    assertThat(take(slots, Lane.NORMAL, "acme")).isEqualTo(Grant.GIVEN);
  }

  private Grant take(StepSlots slots, Lane lane, String tenant) {
    return slots.take(Asker.TOPIC, lane, tenant, now);
  }

  private Grant takeQueued(StepSlots slots, String tenant) {
    return slots.take(Asker.QUEUE, Lane.NORMAL, tenant, now);
  }

  private static StepSlots slots(int size, double reserve, double share) {
    return new StepSlots(size, new SlotProperties(reserve, AGEING, share));
  }
}
