package io.onceflow.ingest.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.http.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class TokenBucketTests {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  @Test
  void afterTheBurstTokensComeAtTheRate() {
    var bucket = new TokenBucket(2, 3, NOON);
    for (var i = 0; i < 3; i++) {
      assertThat(bucket.take(NOON)).isEmpty();
    }
    assertThat(bucket.take(NOON)).contains(Duration.ofMillis(500));
    assertThat(bucket.take(NOON.plusMillis(400))).contains(Duration.ofMillis(100));
    assertThat(bucket.take(NOON.plusMillis(500))).isEmpty();
  }

  @Test
  void noMoreThanABurstIsSaved() {
    var bucket = new TokenBucket(2, 3, NOON);
    var later = NOON.plusSeconds(3600);
    for (var i = 0; i < 3; i++) {
      assertThat(bucket.take(later)).isEmpty();
    }
    assertThat(bucket.take(later)).isPresent();
  }

  @Test
  void memoryIsTakenUntilItIsGivenBack() {
    var memory = new BodyMemory(DataSize.ofBytes(100), DataSize.ofBytes(60));
    var first = memory.reserve(-1);
    assertThatThrownBy(() -> memory.reserve(50))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(503));
    try (var second = memory.reserve(40)) {
      assertThat(second).isNotNull();
    }
    first.close();
    // alone, even one larger than the budget
    memory.reserve(5000).close();
  }
}
