package io.onceflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdsTests {
  @Test
  void idsCarryTheirTimeAndVersion() {
    var now = Instant.parse("2026-11-30T10:00:00.123Z");
    var id = new UuidV7(Clock.fixed(now, ZoneOffset.UTC)).nextId();
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(UuidV7.instantOf(id)).isEqualTo(now);
  }

  @Test
  void idsIncreaseStrictlyAlsoWhenAMillisecondIsFull() {
    var ids = new UuidV7(Clock.fixed(Instant.EPOCH.plusSeconds(1), ZoneOffset.UTC));
    var made = IntStream.range(0, 10_000).mapToObj(i -> new TaskId(ids.nextId())).toList();
    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void idsOrderLikeTheirText() {
    var low = TaskId.parse("7fffffff-0000-7000-8000-000000000000");
    var high = TaskId.parse("80000000-0000-7000-8000-000000000000");
    assertThat(low).isLessThan(high);
    assertThat(low.toString()).isLessThan(high.toString());
    assertThat(new TaskId(new UUID(0, -1))).isGreaterThan(new TaskId(new UUID(0, 1)));
  }

  @Test
  void prioritiesHaveTheirLanes() {
    assertThat(IntStream.rangeClosed(1, 10).mapToObj(Lane::ofPriority))
        .containsExactly(
            Lane.LOW,
            Lane.LOW,
            Lane.LOW,
            Lane.NORMAL,
            Lane.NORMAL,
            Lane.NORMAL,
            Lane.NORMAL,
            Lane.HIGH,
            Lane.HIGH,
            Lane.HIGH);
    assertThatThrownBy(() -> Lane.ofPriority(11)).hasMessageContaining("between 1 and 10");
  }

  @Test
  void topicsOfAStepAreNamedByLane() {
    assertThat(Topics.ofStep(new StepName("summary-gen")))
        .containsExactly(
            "ai.task.summary-gen.high", "ai.task.summary-gen", "ai.task.summary-gen.low");
  }

  @Test
  void stepNamesThatTopicsCannotCarryAreRefused() {
    for (var name : new String[] {"", "Upper", "a.b", "a--b", "-a", "a_b", "x".repeat(64)}) {
      assertThatThrownBy(() -> new StepName(name)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aFinalAnswerIsNeverTakenBackToProcessing() {
    for (var status : TaskStatus.values()) {
      assertThat(status.canBecome(TaskStatus.PROCESSING)).isFalse();
      assertThat(TaskStatus.PROCESSING.canBecome(status)).isEqualTo(status.isFinal());
    }
    assertThat(TaskStatus.COMPLETED.canBecome(TaskStatus.PARTIAL)).isFalse();
    assertThat(TaskStatus.PARTIAL.canBecome(TaskStatus.COMPLETED)).isTrue();
    assertThat(TaskStatus.EXPIRED.canBecome(TaskStatus.PARTIAL)).isTrue();
    assertThat(TaskStatus.EXPIRED.canBecome(TaskStatus.FAILED)).isFalse();
    assertThat(TaskStatus.CANCELLED.canBecome(TaskStatus.COMPLETED)).isFalse();
  }
}
