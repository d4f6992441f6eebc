package io.onceflow.worker.takeover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatTests {
  private static final Duration LEASE = Duration.ofSeconds(10);

  private Duration now = Duration.ZERO;
  private boolean databaseIsAway;
  private final Heartbeat heartbeat = new Heartbeat(this::beat, () -> now.toNanos(), LEASE);

  @Test
  void aLeaseIsFreshUntilItsTimeIsOver() {
    assertThat(heartbeat.isFresh()).isFalse();
    heartbeat.run();
    pass(Duration.ofSeconds(9));
    assertThat(heartbeat.isFresh()).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(heartbeat.isFresh()).isFalse();
  }

  @Test
  void othersAreJudgedAfterAWholeLeaseOfBeats() {
    beatFor(LEASE);
    assertThat(heartbeat.mayJudgeOthers()).isFalse();
    beatFor(Duration.ofSeconds(2));
    assertThat(heartbeat.mayJudgeOthers()).isTrue();
  }

  @Test
  void nobodyIsJudgedUntilALeaseAfterTheDatabaseCameBack() {
    beatFor(LEASE.multipliedBy(2));
    databaseIsAway = true;
    assertThatIllegalStateException().isThrownBy(heartbeat::run);
    databaseIsAway = false;
    beatFor(LEASE);
    assertThat(heartbeat.mayJudgeOthers()).isFalse();
    beatFor(Duration.ofSeconds(2));
    assertThat(heartbeat.mayJudgeOthers()).isTrue();
  }

  @Test
  void aProcessThatWasPausedDoesNotJudgeAtOnce() {
    beatFor(LEASE.multipliedBy(2));
    pass(Duration.ofMinutes(1));
    assertThat(heartbeat.mayJudgeOthers()).isFalse();
    heartbeat.run();
    assertThat(heartbeat.mayJudgeOthers()).isFalse();
  }

  private void beatFor(Duration time) {
    for (var end = now.plus(time); now.compareTo(end) < 0; pass(Duration.ofSeconds(1))) {
      heartbeat.run();
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private void beat() {
    if (databaseIsAway) {
      throw new IllegalStateException("no database");
    }
  }
}
