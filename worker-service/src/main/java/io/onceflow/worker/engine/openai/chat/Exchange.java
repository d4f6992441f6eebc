package io.onceflow.worker.engine.openai.chat;

import io.onceflow.model.StepError;
import io.onceflow.model.Usage;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.CallReport;
import io.onceflow.worker.engine.call.Consumption;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request and what came of it. */
public sealed interface Exchange {

  /** What else is known of the exchange. */
  Trace trace();

  /** The model said something. */
  record Replied(ChatReply reply, Bill bill, Trace trace) implements Exchange {

    /**
     * The report of the call, by those who have judged the reply.
     *
     * @param error why it is no answer, if it is none
     */
    public CallReport report(CallOutcome outcome, @Nullable StepError error) {
      return trace.report(outcome, bill, null, error);
    }
  }

  /** There is no reply. */
  record Failed(EngineException failure, CallOutcome outcome, Bill bill, Trace trace)
      implements Exchange {

    public CallReport report() {
      return trace.report(outcome, bill, failure.retryAfter(), failure.error());
    }
  }

  /**
   * The endpoint refused the kind of structured output, and will be asked in another kind from now
   * on.
   */
  record FormatRefused(EngineException failure, Trace trace) implements Exchange {

    public CallReport report() {
      return trace.report(CallOutcome.PROVIDER_ERROR, Bill.FREE, null, failure.error());
    }
  }

  /** What one request cost. */
  record Bill(Consumption consumption, Usage usage) {
    private static final Usage ONE = new Usage(1, 0, 0, 0, 0, 0);

    /** It was not sent. */
    static final Bill NOT_SENT = new Bill(Consumption.NONE, Usage.NONE);

    /** It was refused. */
    static final Bill FREE = new Bill(Consumption.NONE, ONE);

    /** It was sent, and what became of it is not known. */
    static final Bill NOT_KNOWN = new Bill(Consumption.UNKNOWN, ONE);

    static Bill of(Consumption consumption, Tokens tokens, @Nullable Price price) {
      return new Bill(
          consumption,
          new Usage(
              1,
              tokens.input(),
              tokens.output(),
              tokens.cachedInput(),
              tokens.reasoning(),
              price == null ? 0 : price.of(tokens)));
    }
  }

  /**
   * An exchange as it looked on the wire.
   *
   * @param status 0 if there was no answer
   * @param headers those about limits
   */
  record Trace(
      int status, Map<String, String> headers, @Nullable String requestId, Duration latency) {

    private CallReport report(
        CallOutcome outcome, Bill bill, @Nullable Duration retryAfter, @Nullable StepError error) {
      return new CallReport(
          outcome,
          bill.consumption(),
          bill.usage(),
          status,
          headers,
          retryAfter,
          requestId,
          latency,
          error);
    }
  }
}
