package io.onceflow.worker.run;

import io.onceflow.outbox.OutboxPoke;
import io.onceflow.outbox.OutboxTable;
import io.onceflow.worker.execution.Answers;
import io.onceflow.worker.execution.CallsMade;
import io.onceflow.worker.execution.Checkpoint;
import io.onceflow.worker.execution.Checkpoint.Place;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.run.Interruption.Reason;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;

/**
 * Runs claims, each on a virtual thread of its own: one call, one outcome to record. The call is
 * made only while the claim stands, the task's time is not over and the task is not called off.
 */
public final class RunStep {
  private static final Logger log = LoggerFactory.getLogger(RunStep.class);

  private final RunningSteps runningSteps;
  private final CallEngine engine;
  private final RecordOutcomes record;
  private final CallPermit permit;
  private final OutboxTable outbox;
  private final OutboxPoke poke;
  private final ScheduledExecutorService timer;
  private final RunProperties properties;
  private final Checkpoint checkpoint;
  private final Clock clock;

  RunStep(
      RunningSteps runningSteps,
      CallEngine engine,
      RecordOutcomes record,
      CallPermit permit,
      OutboxTable outbox,
      OutboxPoke poke,
      ScheduledExecutorService timer,
      RunProperties properties,
      Checkpoint checkpoint,
      Clock clock) {
    this.runningSteps = runningSteps;
    this.engine = engine;
    this.record = record;
    this.permit = permit;
    this.outbox = outbox;
    this.poke = poke;
    this.timer = timer;
    this.properties = properties;
    this.checkpoint = checkpoint;
    this.clock = clock;
  }

  /**
   * Runs a claim and returns at once.
   *
   * @param whenDone called once, when the outcome has been recorded or the claim was found lost
   */
  public void start(Claim claim, Runnable whenDone) {
    var running = runningSteps.add(claim, whenDone);
    Thread.ofVirtual().name("step-" + claim.token()).start(() -> run(running));
  }

  private void run(RunningStep running) {
    var request = running.claim().request();
    MDC.put("taskId", request.taskId().toString());
    MDC.put("step", request.step().value());
    var outcome = outcome(running);
    log.debug("Attempt {}: {}", running.claim().attempt(), outcome.getClass().getSimpleName());
    checkpoint.at(Place.BEFORE_RECORD);
    if (running.end()) {
      record.submit(outcome, () -> runningSteps.remove(running));
    }
  }

  private Outcome outcome(RunningStep running) {
    var claim = running.claim();
    var refusal = permit.refusal(claim);
    if (refusal != null) {
      return notCalled(claim, refusal);
    }
    checkpoint.at(Place.BEFORE_CALL);
    var progress = announceIfSlow(claim);
    try {
      return engine.call(running);
    } finally {
      progress.cancel(false);
    }
  }

  private static Outcome notCalled(Claim claim, Reason refusal) {
    return switch (refusal) {
      case EXPIRED -> new Outcome.Expired(claim, CallsMade.NONE);
      case CANCELLED -> new Outcome.Cancelled(claim, CallsMade.NONE);
      case CALLED_OFF, TIMEOUT, SHUTDOWN -> new Outcome.CalledOff(claim, CallsMade.NONE);
    };
  }

  private Future<?> announceIfSlow(Claim claim) {
    var startedAt = clock.instant();
    Runnable announce =
        () -> {
          try {
            outbox.append(List.of(Answers.started(claim, startedAt)));
            poke.poke();
          } catch (DataAccessException e) {
            log.debug("Users are not told that step {} runs", claim.request().step(), e);
          }
        };
    return timer.schedule(
        () -> Thread.startVirtualThread(announce),
        properties.progressAfter().toMillis(),
        TimeUnit.MILLISECONDS);
  }
}
