package io.onceflow.worker.run;

import io.onceflow.model.Input;
import io.onceflow.model.StepError;
import io.onceflow.model.StepRequested;
import io.onceflow.model.Usage;
import io.onceflow.payload.PayloadNotFoundException;
import io.onceflow.payload.PayloadRef;
import io.onceflow.payload.PayloadStore;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.Engines;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.StepInput;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.StepSuccess;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * Makes one call, within the step's timeout, on the document that the request names, and stores the
 * document that the step makes, if it makes one. No transaction is open meanwhile.
 */
final class CallEngine {
  private static final String TEXT = "text/plain";

  private final Engines engines;
  private final PayloadStore payloads;
  private final ScheduledExecutorService timer;
  private final RunMetrics metrics;
  private final Clock clock;

  CallEngine(
      Engines engines,
      PayloadStore payloads,
      ScheduledExecutorService timer,
      RunMetrics metrics,
      Clock clock) {
    this.engines = engines;
    this.payloads = payloads;
    this.timer = timer;
    this.metrics = metrics;
    this.clock = clock;
  }

  Outcome call(RunningStep running) {
    var claim = running.claim();
    StepInput input;
    try {
      input = input(claim.request());
    } catch (PayloadNotFoundException e) {
      return failed(claim, "payload-not-found", String.valueOf(e.getMessage()), false, e);
    } catch (DataAccessException e) {
      return failed(claim, "payload-unavailable", "the document could not be read", true, e);
    }
    return call(running, input);
  }

  private Outcome call(RunningStep running, StepInput input) {
    var claim = running.claim();
    var startedAt = clock.instant();
    var interruption = running.beginCall();
    var timeout =
        timer.schedule(
            () -> interruption.interrupt(Interruption.Reason.TIMEOUT),
            claim.step().timeout().toMillis(),
            TimeUnit.MILLISECONDS);
    Outcome outcome;
    try {
      var answer = engines.of(claim.step()).call(stepCall(claim, input));
      // an answer that came in spite of an interrupt was paid for, so it counts
      interruption.end();
      outcome = succeeded(claim, answer, startedAt);
    } catch (EngineException e) {
      outcome = ended(claim, interruption.end(), e);
    } catch (InterruptedException e) {
      outcome = ended(claim, interruption.end(), e);
    } catch (RuntimeException | Error e) {
      outcome = ended(claim, interruption.end(), e);
    } finally {
      timeout.cancel(false);
    }
    measure(outcome, Duration.between(startedAt, clock.instant()));
    return outcome;
  }

  private StepCall stepCall(Claim claim, StepInput input) {
    var request = claim.request();
    return new StepCall(
        claim.token(),
        claim.key().toString(),
        claim.step(),
        request.parameters(),
        input,
        request.tenant(),
        request.priority(),
        claim.attempt());
  }

  private StepInput input(StepRequested request) {
    var input = request.input();
    return input.text() != null
        ? new StepInput.Text(input.mediaType(), input.text())
        : new StepInput.Stored(
            input.mediaType(), payloads.get(PayloadRef.parse(input.payloadRef())));
  }

  private Outcome succeeded(Claim claim, StepAnswer answer, Instant startedAt) {
    var text = answer.output();
    Input output = null;
    String sha256 = null;
    if (text != null) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      PayloadRef ref;
      try {
        ref = payloads.put(claim.request().tenant(), bytes, TEXT);
      } catch (DataAccessException e) {
        return failed(claim, "payload-unavailable", "the text could not be stored", true, e);
      }
      var inline = bytes.length <= Input.INLINE_LIMIT_BYTES ? text : null;
      output = new Input(ref.toString(), TEXT, bytes.length, inline);
      sha256 = ref.sha256();
    }
    return new Outcome.Succeeded(
        new StepSuccess(
            claim, answer.result(), output, sha256, answer.usage(), startedAt, clock.instant()));
  }

  private static Outcome ended(
      Claim claim, Interruption.@Nullable Reason interrupted, Throwable cause) {
    return switch (interrupted) {
      case TIMEOUT ->
          failed(
              claim,
              "timeout",
              "no answer within %s".formatted(claim.step().timeout()),
              true,
              cause);
      case CALLED_OFF -> new Outcome.CalledOff(claim, true);
      case SHUTDOWN -> new Outcome.HandedBack(claim, true);
      case null -> failed(claim, cause);
    };
  }

  private static Outcome failed(Claim claim, Throwable cause) {
    return cause instanceof EngineException e
        ? new Outcome.Failed(claim, e.error(), e.usage(), e.retryAfter(), classOf(e))
        : failed(claim, "engine-failure", "the engine failed: " + cause, false, cause);
  }

  private static Outcome failed(
      Claim claim, String code, String message, boolean retryable, Throwable cause) {
    return new Outcome.Failed(
        claim, new StepError(code, message, retryable), Usage.NONE, null, classOf(cause));
  }

  private static String classOf(Throwable failure) {
    var cause = failure instanceof EngineException ? failure.getCause() : failure;
    return (cause == null ? failure : cause).getClass().getName();
  }

  private void measure(Outcome outcome, Duration duration) {
    switch (outcome) {
      case Outcome.Succeeded(var success) ->
          metrics.called(success.claim(), "succeeded", success.usage(), duration);
      case Outcome.Failed failed ->
          metrics.called(failed.claim(), failed.error().code(), failed.usage(), duration);
      case Outcome.CalledOff off -> metrics.called(off.claim(), "called-off", Usage.NONE, duration);
      case Outcome.HandedBack back ->
          metrics.called(back.claim(), "handed-back", Usage.NONE, duration);
      case Outcome.Expired _, Outcome.Cancelled _ -> {}
    }
  }
}
