package io.onceflow.aggregator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** How many documents a tenant may still submit. */
class SubmissionsLeftTests {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final SubmissionsLeft left =
      new SubmissionsLeft(
          new JdbcTemplate(), Clock.systemUTC(), new SubmissionRateProperties(2, 10));

  @Test
  void aTenantThatSubmitsNothingHasTheWholeBurst() {
    assertThat(left.left(START, List.of(), START.plusSeconds(60))).isEqualTo(10);
  }

  @Test
  void eachDocumentTakesOneAndTimeGivesTheRate() {
    var seven = Collections.nCopies(7, START);
    assertThat(left.left(START, seven, START)).isEqualTo(3);
    assertThat(left.left(START, seven, START.plus(Duration.ofMillis(1_500)))).isEqualTo(6);
    assertThat(left.left(START, seven, START.plusSeconds(60))).isEqualTo(10);
  }

  @Test
  void moreThanTheBurstLeavesNothingAndNoDebt() {
    var twenty = Collections.nCopies(20, START);
    assertThat(left.left(START, twenty, START)).isZero();
    assertThat(left.left(START, twenty, START.plusSeconds(1))).isEqualTo(2);
  }
}
