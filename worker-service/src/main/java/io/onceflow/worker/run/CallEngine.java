package io.onceflow.worker.run;

import io.onceflow.model.Input;
import io.onceflow.model.StepError;
import io.onceflow.model.StepRequested;
import io.onceflow.payload.PayloadNotFoundException;
import io.onceflow.payload.PayloadRef;
import io.onceflow.payload.PayloadStore;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepInput;
import io.onceflow.worker.execution.CallsMade;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.StepSuccess;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.dao.DataAccessException;

/**
 * Lets the engine work on the document that the request names, each of its calls within the step's
 * timeout, and stores the document that the step makes, if it makes one. No transaction is open
 * during a call.
 */
final class CallEngine {
  private static final String TEXT = "text/plain";

  private final Engines engines;
  private final PayloadStore payloads;
  private final Attempts attempts;
  private final RunMetrics metrics;
  private final Clock clock;

  CallEngine(
      Engines engines, PayloadStore payloads, Attempts attempts, RunMetrics metrics, Clock clock) {
    this.engines = engines;
    this.payloads = payloads;
    this.attempts = attempts;
    this.metrics = metrics;
    this.clock = clock;
  }

  Outcome call(RunningStep running) {
    var claim = running.claim();
    StepInput input;
    try {
      input = input(claim.request());
    } catch (PayloadNotFoundException e) {
      var error = new StepError("payload-not-found", String.valueOf(e.getMessage()), false);
      return failed(claim, error, CallsMade.NONE, e);
    } catch (DataAccessException e) {
      var error = new StepError("payload-unavailable", "the document could not be read", true);
      return failed(claim, error, CallsMade.NONE, e);
    }
    return call(running, input);
  }

  private Outcome call(RunningStep running, StepInput input) {
    var claim = running.claim();
    var startedAt = clock.instant();
    var attempt = attempts.begin(running);
    try {
      var answer = engines.of(claim.step()).call(stepCall(claim, input, attempt.calls()));
      // an answer that came in spite of an interrupt was paid for, so it counts
      attempt.end();
      return succeeded(claim, answer, attempt.calls().end(null, null), startedAt);
    } catch (EngineException e) {
      return ended(claim, attempt, e);
    } catch (InterruptedException e) {
      return ended(claim, attempt, e);
    } catch (RuntimeException | Error e) {
      return ended(claim, attempt, e);
    } finally {
      metrics.worked(claim, Duration.between(startedAt, clock.instant()));
    }
  }

  private static StepCall stepCall(Claim claim, StepInput input, AttemptCalls calls) {
    var request = claim.request();
    return new StepCall(
        claim.token(),
        claim.key().toString(),
        claim.step(),
        request.parameters(),
        input,
        request.tenant(),
        request.priority(),
        claim.attempt(),
        calls);
  }

  private StepInput input(StepRequested request) {
    var input = request.input();
    return input.text() != null
        ? new StepInput.Text(input.mediaType(), input.text())
        : new StepInput.Stored(
            input.mediaType(), payloads.get(PayloadRef.parse(input.payloadRef())));
  }

  private Outcome succeeded(Claim claim, StepAnswer answer, CallsMade calls, Instant startedAt) {
    var text = answer.output();
    Input output = null;
    String sha256 = null;
    if (text != null) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      PayloadRef ref;
      try {
        ref = payloads.put(claim.request().tenant(), bytes, TEXT);
      } catch (DataAccessException e) {
        var error = new StepError("payload-unavailable", "the text could not be stored", true);
        return failed(claim, error, calls, e);
      }
      var inline = bytes.length <= Input.INLINE_LIMIT_BYTES ? text : null;
      output = new Input(ref.toString(), TEXT, bytes.length, inline);
      sha256 = ref.sha256();
    }
    var standIn = answer.standIn();
    var answered = standIn == null ? claim : claim.answeredBy(standIn.engine(), standIn.model());
    if (standIn != null) {
      metrics.fellBack(answered);
    }
    return new Outcome.Succeeded(
        new StepSuccess(
            answered, answer.result(), output, sha256, calls, startedAt, clock.instant()));
  }

  private static Outcome ended(Claim claim, Attempts.Attempt attempt, Throwable cause) {
    var reason = attempt.end();
    return switch (reason) {
      case TIMEOUT -> {
        var error = attempt.calls().timeout();
        yield failed(claim, error, attempt.calls().end(reason, error), cause);
      }
      case CALLED_OFF -> new Outcome.CalledOff(claim, attempt.calls().end(reason, null));
      case EXPIRED -> new Outcome.Expired(claim, attempt.calls().end(reason, null));
      case CANCELLED -> new Outcome.Cancelled(claim, attempt.calls().end(reason, null));
      case SHUTDOWN -> new Outcome.HandedBack(claim, attempt.calls().end(reason, null));
      case null -> failed(claim, attempt, cause);
    };
  }

  private static Outcome failed(Claim claim, Attempts.Attempt attempt, Throwable cause) {
    if (!(cause instanceof EngineException e)) {
      var error = new StepError("engine-failure", "the engine failed: " + cause, false);
      return failed(claim, error, attempt.calls().end(null, error), cause);
    }
    var calls = attempt.calls().end(null, e.error());
    var wait = e.retryAfter();
    return e.isDeferred() && wait != null && !calls.maybePaid()
        ? new Outcome.Deferred(claim, e.error(), wait, calls)
        : new Outcome.Failed(claim, e.error(), calls, wait, classOf(e));
  }

  private static Outcome failed(Claim claim, StepError error, CallsMade calls, Throwable cause) {
    return new Outcome.Failed(claim, error, calls, null, classOf(cause));
  }

  private static String classOf(Throwable failure) {
    var cause = failure instanceof EngineException ? failure.getCause() : failure;
    return (cause == null ? failure : cause).getClass().getName();
  }
}
