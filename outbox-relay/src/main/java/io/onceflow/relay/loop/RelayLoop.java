package io.onceflow.relay.loop;

import io.onceflow.relay.loop.RelayStatus.Draining;
import io.onceflow.relay.loop.RelayStatus.InTrouble;
import io.onceflow.relay.publish.Due;
import io.onceflow.relay.publish.PublishProperties;
import io.onceflow.relay.publish.RelayOutbox;
import io.onceflow.relay.wake.WakeUp;
import io.onceflow.relay.wake.WakeUp.Reason;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains one outbox until it is stopped: at once when rows are announced, else by polling; in
 * trouble again and again.
 */
final class RelayLoop implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(RelayLoop.class);
  private static final Duration AFTER_TROUBLE = Duration.ofMillis(500);
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration WITH_NOTHING_NEW = Duration.ofMillis(20);

  private final String name;
  private final RelayOutbox outbox;
  private final WakeUp wakeUp;
  private final PublishProperties properties;
  private volatile RelayStatus status = new Draining();
  private volatile boolean stopping;
  private final Due poll = new Due(Duration.ZERO);
  private final Due quiet = new Due(QUIET);
  private final Due read;
  private boolean pokesAreHeard;

  RelayLoop(String name, RelayOutbox outbox, WakeUp wakeUp, PublishProperties properties) {
    this.name = name;
    this.outbox = outbox;
    this.wakeUp = wakeUp;
    this.properties = properties;
    this.read = new Due(properties.readPause());
  }

  RelayStatus status() {
    return status;
  }

  /** Asks the loop to end once what is on its way has arrived, or its patience is over. */
  void stop() {
    stopping = true;
    wakeUp.wake();
  }

  @Override
  public void run() {
    try {
      var why = Reason.WOKEN;
      while (!stopping) {
        why = wakeUp.await(drain(why));
        if (why == Reason.POKED) {
          // a busy owner pokes for each commit, and one read serves many
          wakeUp.gather(read.left());
        }
      }
      finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Drains what there is; how long to wait then. */
  private Duration drain(Reason why) {
    try {
      // Woken for room or for shards, it looks for rows too; timed out, it may only have to delete.
      var polling = why == Reason.TIME_OUT && poll.isDue();
      var reading = why != Reason.TIME_OUT || polling;
      if (reading) {
        read.restart();
      }
      var round = outbox.pass(reading);
      learn(why, polling && round.rows() > 0);
      while (round.more() && !stopping) {
        round = outbox.pass(true);
      }
      if (reading) {
        poll.restart(untilNextPoll(round.rows() > 0));
      }
      tell(outbox.oldestWait());
      return round.unsettled() ? shorter(properties.deleteDelay(), poll.left()) : poll.left();
    } catch (SQLException | RuntimeException e) {
      become(new InTrouble(String.valueOf(e.getMessage())));
      log.debug("Trouble with outbox {}", name, e);
      poll.now();
      return AFTER_TROUBLE;
    }
  }

  private Duration untilNextPoll(boolean found) {
    if (found) {
      quiet.restart();
    }
    return pokesAreHeard || quiet.isDue() ? properties.pollAtRest() : properties.poll();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Rows that a poll finds unannounced say that pokes do not come through. */
  private void learn(Reason why, boolean foundByPoll) {
    if (why == Reason.POKED) {
      pokesAreHeard = true;
    } else if (foundByPoll) {
      pokesAreHeard = false;
    }
  }

  private void tell(long oldestWait) {
    become(
        oldestWait > properties.brokerPatience().toNanos()
            ? new InTrouble("the brokers do not acknowledge")
            : new Draining());
  }

  private void become(RelayStatus now) {
    var before = status;
    status = now;
    if (now instanceof InTrouble(var why) && before instanceof Draining) {
      log.warn("Outbox {} is not drained now, which is tried again without end: {}", name, why);
    } else if (now instanceof Draining && before instanceof InTrouble) {
      log.info("Outbox {} is drained again", name);
    }
  }

  private void finish() throws InterruptedException {
    var end = System.nanoTime() + properties.stopPatience().toNanos();
    try {
      while (!outbox.finish() && System.nanoTime() - end < 0) {
        wakeUp.await(WITH_NOTHING_NEW);
      }
    } catch (SQLException | RuntimeException e) {
      log.warn(
          "Outbox {}: rows on their way will be published once more: {}", name, e.getMessage());
    }
  }
}
