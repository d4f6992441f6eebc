package io.onceflow.engine.embedded.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunsTests {
  @Test
  void aShortListIsTakenWhole() {
    assertThat(Runs.of(List.of(1, 2, 3, 4), 2, 2)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void runsReachFromTheFirstElementToTheLast() {
    List<Integer> hundred = IntStream.range(0, 100).boxed().toList();

    assertThat(Runs.of(hundred, 3, 2)).containsExactly(0, 1, 49, 50, 98, 99);
    assertThat(Runs.of(hundred, 1, 2)).containsExactly(0, 1);
  }
}
