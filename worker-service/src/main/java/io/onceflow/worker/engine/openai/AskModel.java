package io.onceflow.worker.engine.openai;

import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.StepAnswer;
import io.onceflow.worker.engine.StepCall;
import io.onceflow.worker.engine.openai.answer.Judgement;
import io.onceflow.worker.engine.openai.answer.Judgement.DoesNotFit;
import io.onceflow.worker.engine.openai.answer.Judgement.Fits;
import io.onceflow.worker.engine.openai.chat.Bill;
import io.onceflow.worker.engine.openai.chat.ChatMessage;
import io.onceflow.worker.engine.openai.chat.ChatReply;
import io.onceflow.worker.engine.openai.chat.TimeLimits;
import io.onceflow.worker.engine.openai.chat.TimeLimits.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One attempt at a step: ask the model, hold the answer against the step's schema, and if it does
 * not fit ask once to have it repaired. All requests of an attempt share the step's timeout and one
 * bill, which is told whatever the outcome.
 */
final class AskModel {
  /** At most; a twentieth of shorter timeouts. */
  private static final Duration HEAD_START = Duration.ofMillis(250);

  private static final int SHARE = 20;

  private final TimeLimits limits;

  AskModel(TimeLimits limits) {
    this.limits = limits;
  }

  StepAnswer ask(StepPlan plan, StepCall call) throws EngineException, InterruptedException {
    var bill = new Bill(plan.model().price());
    try (var whole = limits.begin(limit(call.step().timeout()))) {
      var question = plan.question(call.input().text(), call.parameters());
      plan.requireRoom(question);
      var attempt = new Attempt(plan, call.workId() + "-" + call.attempt(), bill, whole);
      return StepAnswer.of(attempt.result(question).result(), bill.total());
    } catch (EngineException e) {
      throw e.withUsage(bill.total());
    }
  }

  /** A little before the worker ends the call at the step's timeout, which would lose the bill. */
  private static Duration limit(Duration timeout) {
    var share = timeout.dividedBy(SHARE);
    return timeout.minus(share.compareTo(HEAD_START) < 0 ? share : HEAD_START);
  }

  private record Attempt(StepPlan plan, String key, Bill bill, Limit whole) {

    Fits result(List<ChatMessage> question) throws EngineException, InterruptedException {
      var answer = answer(question);
      return switch (plan.schema().judge(answer)) {
        case Fits fits -> fits;
        case DoesNotFit unfit -> repaired(question, answer, unfit);
      };
    }

    private Fits repaired(List<ChatMessage> question, String answer, DoesNotFit unfit)
        throws EngineException, InterruptedException {
      var conversation = new ArrayList<>(question);
      // some providers refuse an empty message, others two of one speaker in a row
      conversation.add(ChatMessage.assistant(answer.isBlank() ? "(nothing)" : answer));
      conversation.add(ChatMessage.user(request(unfit)));
      Judgement second = plan.schema().judge(answer(conversation));
      return switch (second) {
        case Fits fits -> fits;
        case DoesNotFit still ->
            throw EngineException.permanent(
                "answer-invalid",
                "the answer of %s does not fit the step's schema, also when asked again: %s"
                    .formatted(plan.model().name(), String.join("; ", still.problems())),
                null);
      };
    }

    private String request(DoesNotFit unfit) {
      return """
      Your answer does not fit the JSON Schema:
      - %s

      The schema is
      %s

      Give the whole answer again as one JSON object that fits it, and nothing else.\
      """
          .formatted(String.join("\n- ", unfit.problems()), plan.schema().asked());
    }

    private String answer(List<ChatMessage> messages) throws EngineException, InterruptedException {
      return complete(plan.client().ask(plan.request(messages, key), bill, whole));
    }

    /** The answer's text, if the model came to its end. */
    private String complete(ChatReply reply) throws EngineException {
      if (reply.refusal() != null) {
        throw EngineException.permanent(
            "answer-refused",
            "%s refused to answer: %s".formatted(plan.model().name(), reply.refusal()),
            null);
      }
      return switch (reply.finish()) {
        case STOPPED -> reply.text();
        case FILTERED ->
            throw EngineException.permanent(
                "answer-filtered",
                "the provider's filter withheld the answer of " + plan.model().name(),
                null);
        case CUT_OFF ->
            throw EngineException.permanent(
                "answer-truncated",
                "the answer of %s was cut off after %d tokens; raise %s.max-tokens"
                    .formatted(
                        plan.model().name(),
                        plan.model().maxTokens(),
                        plan.client().endpoint().setting()),
                null);
      };
    }
  }
}
