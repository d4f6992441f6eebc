package io.onceflow.relay.wake;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.relay.wake.WakeUp.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WakeUpTests {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final WakeUp wakeUp = new WakeUp();

  @Test
  void aSignalThatCameBeforeTheWaitEndsItAtOnce() throws InterruptedException {
    wakeUp.poke();
    assertThat(wakeUp.await(LONG)).isEqualTo(Reason.POKED);
  }

  @Test
  void manySignalsEndOneWait() throws InterruptedException {
    wakeUp.wake();
    wakeUp.wake();
    assertThat(wakeUp.await(LONG)).isEqualTo(Reason.WOKEN);
    assertThat(wakeUp.await(SHORT)).isEqualTo(Reason.TIME_OUT);
  }

  @Test
  void aPokeAmongOtherSignalsIsNotForgotten() throws InterruptedException {
    wakeUp.poke();
    wakeUp.wake();
    assertThat(wakeUp.await(LONG)).isEqualTo(Reason.POKED);
  }

  @Test
  void signalsThatComeWhileOthersAreGatheredEndNoFurtherWait() throws InterruptedException {
    wakeUp.poke();
    wakeUp.gather(SHORT);
    assertThat(wakeUp.await(SHORT)).isEqualTo(Reason.TIME_OUT);
  }

  @Test
  void nothingIsGatheredInNoTime() throws InterruptedException {
    wakeUp.poke();
    wakeUp.gather(Duration.ZERO);
    assertThat(wakeUp.await(LONG)).isEqualTo(Reason.POKED);
  }
}
