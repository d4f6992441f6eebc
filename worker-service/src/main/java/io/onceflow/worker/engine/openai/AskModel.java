package io.onceflow.worker.engine.openai;

import io.onceflow.model.StepError;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.ModelCall.Purpose;
import io.onceflow.worker.engine.call.ModelCalls;
import io.onceflow.worker.engine.openai.answer.Judgement;
import io.onceflow.worker.engine.openai.answer.Judgement.DoesNotFit;
import io.onceflow.worker.engine.openai.answer.Judgement.Fits;
import io.onceflow.worker.engine.openai.chat.ChatMessage;
import io.onceflow.worker.engine.openai.chat.ChatReply;
import io.onceflow.worker.engine.openai.chat.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks the model one question: holds the answer against the step's schema, and if it does not fit
 * asks once to have it repaired. Every request is a call of the attempt, reported whatever comes of
 * it.
 */
final class AskModel {
  private final StepPlan plan;
  private final ModelCalls calls;
  private final String key;
  private int requests;

  /**
   * @param key equal for the same question of the same attempt
   */
  AskModel(StepPlan plan, ModelCalls calls, String key) {
    this.plan = plan;
    this.calls = calls;
    this.key = key;
  }

  /** An answer and what the schema says to it. */
  private record Judged(String answer, Judgement judgement) {}

  JsonNode ask(Purpose purpose, List<ChatMessage> question)
      throws EngineException, InterruptedException {
    var first = judged(purpose, question);
    return switch (first.judgement()) {
      case Fits(var result) -> result;
      case DoesNotFit unfit -> repaired(question, first.answer(), unfit);
    };
  }

  private JsonNode repaired(List<ChatMessage> question, String answer, DoesNotFit unfit)
      throws EngineException, InterruptedException {
    var conversation = new ArrayList<>(question);
    // some providers refuse an empty message, others two of one speaker in a row
    conversation.add(ChatMessage.assistant(answer.isBlank() ? "(nothing)" : answer));
    conversation.add(ChatMessage.user(request(unfit)));
    return switch (judged(Purpose.REPAIR, conversation).judgement()) {
      case Fits(var result) -> result;
      case DoesNotFit still -> throw invalid(still);
    };
  }

  private Judged judged(Purpose purpose, List<ChatMessage> messages)
      throws EngineException, InterruptedException {
    while (true) {
      var question = plan.client().question(plan.request(messages));
      var call = calls.begin(question.call(purpose));
      switch (plan.client().send(question, idempotencyKey())) {
        case Exchange.Replied replied -> {
          return judged(replied, call);
        }
        case Exchange.FormatRefused refused -> call.end(refused.report());
        case Exchange.Failed failed -> {
          call.end(failed.report());
          throw failed.failure();
        }
      }
    }
  }

  private Judged judged(Exchange.Replied replied, ModelCalls.Ongoing call) throws EngineException {
    var reply = replied.reply();
    var incomplete = incomplete(reply);
    if (incomplete != null) {
      var cutOff = reply.refusal() == null && reply.finish() == ChatReply.Finish.CUT_OFF;
      var outcome = cutOff ? CallOutcome.TRUNCATED : CallOutcome.REFUSED;
      call.end(replied.report(outcome, incomplete.error()));
      throw incomplete;
    }
    var judgement = plan.schema().judge(reply.text());
    call.end(
        switch (judgement) {
          case Fits _ -> replied.report(CallOutcome.SUCCEEDED, null);
          case DoesNotFit unfit -> replied.report(CallOutcome.INVALID, error(unfit));
        });
    return new Judged(reply.text(), judgement);
  }

  /** Why the model did not come to the end of an answer, if it did not. */
  private @Nullable EngineException incomplete(ChatReply reply) {
    var model = plan.model();
    if (reply.refusal() != null) {
      return EngineException.permanent(
          "answer-refused",
          "%s refused to answer: %s".formatted(model.name(), reply.refusal()),
          null);
    }
    return switch (reply.finish()) {
      case STOPPED -> null;
      case FILTERED ->
          EngineException.permanent(
              "answer-filtered",
              "the provider's filter withheld the answer of " + model.name(),
              null);
      case CUT_OFF ->
          EngineException.permanent(
              "answer-truncated",
              "the answer of %s was cut off after %d tokens; raise %s.max-tokens"
                  .formatted(model.name(), model.maxTokens(), plan.client().endpoint().setting()),
              null);
    };
  }

  private EngineException invalid(DoesNotFit unfit) {
    return EngineException.permanent(
        "answer-invalid",
        "the answer of %s does not fit the step's schema, also when asked again: %s"
            .formatted(plan.model().name(), String.join("; ", unfit.problems())),
        null);
  }

  private static StepError error(DoesNotFit unfit) {
    return new StepError("answer-invalid", String.join("; ", unfit.problems()), false);
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

  /** A later request asks something else, so a gateway must not answer it from its memory. */
  private String idempotencyKey() {
    var earlier = requests++;
    return earlier == 0 ? key : key + "." + earlier;
  }
}
