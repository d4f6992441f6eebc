package io.onceflow.worker.run;

import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.suite.Phases;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The claims of this process that have no outcome yet. When the process is asked to stop they may
 * finish within the grace; what is left then is handed back at once.
 */
public final class RunningSteps implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(RunningSteps.class);
  private static final Duration INTERRUPT_PATIENCE = Duration.ofSeconds(2);

  private final Map<UUID, RunningStep> byToken = new ConcurrentHashMap<>();
  private final RecordOutcomes record;
  private final RunMetrics metrics;
  private final Duration grace;
  private volatile boolean started;

  RunningSteps(RecordOutcomes record, RunMetrics metrics, Duration grace) {
    this.record = record;
    this.metrics = metrics;
    this.grace = grace;
  }

  RunningStep add(Claim claim, Runnable whenDone) {
    var running = new RunningStep(claim, whenDone);
    byToken.put(claim.token(), running);
    metrics.began(claim.request().step());
    return running;
  }

  void remove(RunningStep running) {
    if (byToken.remove(running.claim().token()) == null) {
      return;
    }
    metrics.ended(running.claim().request().step());
    running.done();
    synchronized (this) {
      notifyAll();
    }
  }

  /** The claims older than the given age. */
  public List<Claim> olderThan(Duration age) {
    return byToken.values().stream()
        .filter(running -> running.ageNanos() > age.toNanos())
        .map(RunningStep::claim)
        .toList();
  }

  /** All claims. */
  public Collection<Claim> all() {
    return byToken.values().stream().map(RunningStep::claim).toList();
  }

  /** Interrupts the calls of claims that were lost. */
  public void callOff(Set<UUID> tokens) {
    tokens.forEach(
        token -> {
          var running = byToken.get(token);
          if (running != null) {
            running.interrupt(Interruption.Reason.CALLED_OFF);
          }
        });
  }

  @Override
  public void start() {
    started = true;
  }

  @Override
  public void stop() {
    if (!awaitNone(grace)) {
      log.info("Handing back {} steps that did not finish within {}", byToken.size(), grace);
      byToken.values().forEach(r -> r.interrupt(Interruption.Reason.SHUTDOWN));
      if (!awaitNone(INTERRUPT_PATIENCE)) {
        byToken.values().forEach(this::handBack);
        awaitNone(INTERRUPT_PATIENCE);
      }
    }
    started = false;
  }

  @Override
  public boolean isRunning() {
    return started;
  }

  /** After the listeners have stopped, before the recording does. */
  @Override
  public int getPhase() {
    return Phases.RUNNING;
  }

  /** For a call that does not heed its interrupt. */
  private void handBack(RunningStep running) {
    if (running.end()) {
      record.submit(
          new Outcome.HandedBack(running.claim(), running.endCalls(Interruption.Reason.SHUTDOWN)),
          () -> remove(running));
    }
  }

  private synchronized boolean awaitNone(Duration patience) {
    var end = System.nanoTime() + patience.toNanos();
    try {
      for (var left = patience.toNanos();
          left > 0 && !byToken.isEmpty();
          left = end - System.nanoTime()) {
        wait(Math.max(1, left / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return byToken.isEmpty();
  }
}
