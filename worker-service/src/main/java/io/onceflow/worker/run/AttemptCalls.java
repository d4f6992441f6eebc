package io.onceflow.worker.run;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallContext;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.ModelCall;
import io.onceflow.worker.engine.call.ModelCalls;
import io.onceflow.worker.execution.CallsMade;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.EndedCall;
import io.onceflow.worker.execution.ExecKey;
import io.onceflow.worker.execution.table.PartTable.Standing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The calls of one attempt: each is let through by the gate, made only while the claim may call,
 * and entered in the ledger before it is made. What they consumed is known whatever becomes of the
 * attempt.
 */
final class AttemptCalls implements ModelCalls {
  private static final Duration PART_PAUSE = Duration.ofMillis(250);

  private final Claim claim;
  private final Interruption interruption;
  private final CallTimeout timeout;
  private final CallGate gate;
  private final CallPermit permit;
  private final LedgeredCalls ledger;
  private final RunMetrics metrics;
  private final long begunNanos = System.nanoTime();

  private boolean metered;
  private boolean over;
  private int number;
  private @Nullable Open open;
  private @Nullable EndedCall unwritten;
  private Usage usage = Usage.NONE;
  private boolean maybePaid;

  AttemptCalls(
      Claim claim,
      Interruption interruption,
      CallTimeout timeout,
      CallGate gate,
      CallPermit permit,
      LedgeredCalls ledger,
      RunMetrics metrics) {
    this.claim = claim;
    this.interruption = interruption;
    this.timeout = timeout;
    this.gate = gate;
    this.permit = permit;
    this.ledger = ledger;
    this.metrics = metrics;
  }

  @Override
  public Ongoing begin(ModelCall call) throws EngineException, InterruptedException {
    timeout.end();
    var next = next();
    var passage = gate.enter(context(next), call);
    Open opened = null;
    try {
      requirePermit();
      if (next > 1) {
        ledger.enterNext(claim, next, call, unwritten());
      }
      opened = opened(next, call, passage);
      return opened;
    } finally {
      if (opened == null) {
        passage.end(CallReport.notCalled());
      }
    }
  }

  @Override
  public JsonNode part(String content, Question question)
      throws EngineException, InterruptedException {
    next();
    var request = claim.request();
    var key = ExecKey.ofPart(request, claim.engine(), claim.model(), content);
    while (true) {
      switch (ledger.claimPart(key, claim)) {
        case Standing.Answered(var answer) -> {
          return answer;
        }
        case Standing.Claimed _ -> {
          var answer = question.ask();
          ledger.answerPart(key, answer, claim, unwritten());
          written();
          return answer;
        }
        case Standing.Taken _ -> {
          timeout.end();
          requirePermit();
          Thread.sleep(PART_PAUSE);
        }
      }
    }
  }

  /**
   * What was called, once the engine has ended.
   *
   * @param reason why it was interrupted, if it was
   * @param error why there is no answer, if there is none
   */
  synchronized CallsMade end(Interruption.@Nullable Reason reason, @Nullable StepError error) {
    over = true;
    if (open != null) {
      open.end(CallReport.cutShort(outcome(reason), open.latency(), error));
    } else if (!metered || answeredWithoutCall(reason, error)) {
      endLocal(reason, error);
    } else if (number == 0 && reason == null && error == null) {
      // all of the answer was recorded before
      unwritten = new EndedCall(1, null, CallReport.notCalled());
    }
    return new CallsMade(number > 0, unwritten, usage, maybePaid);
  }

  /** The error of an attempt that the step's timeout ended. */
  synchronized StepError timeout() {
    var limit = claim.step().timeout();
    return open == null
        ? new StepError("timeout", "no answer within %s".formatted(limit), true)
        : new StepError(
            "provider-timeout",
            "the endpoint '%s' gave no whole answer within the step's timeout of %s"
                .formatted(open.call.endpoint(), limit),
            true);
  }

  /** As by an engine within this process, after no call was let through. */
  private boolean answeredWithoutCall(
      Interruption.@Nullable Reason reason, @Nullable StepError error) {
    return number == 0 && reason == null && error == null;
  }

  /** For an engine that calls no provider. */
  private void endLocal(Interruption.@Nullable Reason reason, @Nullable StepError error) {
    metered = true;
    var latency = Duration.ofNanos(System.nanoTime() - begunNanos);
    var report =
        error == null && reason == null
            ? CallReport.local(latency)
            : CallReport.engineFailed(latency, error);
    number = 1;
    note(new EndedCall(1, null, reason == null ? report : report.withOutcome(outcome(reason))));
  }

  /** The number of the next call, unless the attempt is over. */
  private synchronized int next() throws InterruptedException {
    if (over) {
      throw new InterruptedException("the attempt was ended by others");
    }
    metered = true;
    return number + 1;
  }

  private synchronized Open opened(int next, ModelCall call, CallGate.Passage passage)
      throws InterruptedException {
    next();
    timeout.begin();
    if (next == 1 && claim.maybePaidBefore()) {
      metrics.duplicatePaidCall();
    }
    number = next;
    unwritten = null;
    var begun = new Open(call, passage);
    open = begun;
    return begun;
  }

  private synchronized @Nullable EndedCall unwritten() {
    return unwritten;
  }

  /** What was paid for a part is not lost with the attempt. */
  private synchronized void written() {
    unwritten = null;
    maybePaid = false;
  }

  private void note(EndedCall ended) {
    unwritten = ended;
    usage = usage.plus(ended.report().usage());
    maybePaid |= ended.report().mayBePaid();
    metrics.called(claim, ended.report());
  }

  private void requirePermit() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted between calls");
    }
    var refusal = permit.refusal(claim);
    if (refusal != null) {
      interruption.interrupt(refusal);
      throw new InterruptedException("no further call: " + refusal);
    }
  }

  private CallContext context(int next) {
    var request = claim.request();
    return new CallContext(
        claim.token(),
        next,
        request.taskId(),
        request.tenant(),
        request.step(),
        request.priority(),
        request.expiresAt());
  }

  private static CallOutcome outcome(Interruption.@Nullable Reason reason) {
    return switch (reason) {
      case TIMEOUT -> CallOutcome.TIMEOUT;
      case CALLED_OFF, EXPIRED, CANCELLED -> CallOutcome.CALLED_OFF;
      case SHUTDOWN -> CallOutcome.UNKNOWN;
      case null -> CallOutcome.FAILED;
    };
  }

  /** The call that is being made. */
  private final class Open implements Ongoing {
    private final ModelCall call;
    private final CallGate.Passage passage;
    private final long sinceNanos = System.nanoTime();

    Open(ModelCall call, CallGate.Passage passage) {
      this.call = call;
      this.passage = passage;
    }

    Duration latency() {
      return Duration.ofNanos(System.nanoTime() - sinceNanos);
    }

    @Override
    public void end(CallReport report) {
      synchronized (AttemptCalls.this) {
        if (open != this) {
          return; // ended before, as by a worker that could not wait for it
        }
        open = null;
        // what is written next must not be cut off by a call that is over
        timeout.end();
        note(new EndedCall(number, call, report));
      }
      passage.end(report);
    }
  }
}
