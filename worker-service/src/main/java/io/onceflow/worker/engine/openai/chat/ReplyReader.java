package io.onceflow.worker.engine.openai.chat;

import static java.util.stream.Collectors.joining;

import io.onceflow.model.MessageJson;
import io.onceflow.worker.engine.call.CallOutcome;
import io.onceflow.worker.engine.call.Consumption;
import io.onceflow.worker.engine.openai.chat.ChatReply.Finish;
import io.onceflow.worker.engine.openai.chat.Exchange.Bill;
import io.onceflow.worker.engine.openai.chat.Exchange.Trace;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads a chat completion out of a response, with what it consumed. */
final class ReplyReader {
  private final Failures failures;

  ReplyReader(Failures failures) {
    this.failures = failures;
  }

  Exchange read(HttpAnswer answer, ChatRequest request, Trace trace) {
    JsonNode completion;
    try {
      completion = MessageJson.mapper().readTree(answer.text());
    } catch (CharacterCodingException e) {
      return broken("is not text in UTF-8", e, Bill.NOT_KNOWN, trace);
    } catch (JacksonException e) {
      return broken("is not JSON", e, Bill.NOT_KNOWN, trace);
    }
    var error = completion.path("error");
    if (error.isObject() && completion.path("choices").isEmpty()) {
      var failure = failures.of(ProviderError.of(error));
      return new Exchange.Failed(failure, Failures.outcome(failure), Bill.FREE, trace);
    }
    var choice = completion.path("choices").path(0);
    var message = choice.path("message");
    var text = text(message.path("content"));
    var bill = bill(completion.path("usage"), text, request);
    if (!message.isObject()) {
      return broken("holds no message", null, bill, trace);
    }
    var refusal = message.path("refusal").asString("");
    var reply =
        new ChatReply(
            text,
            Finish.of(choice.path("finish_reason").asString("")),
            refusal.isEmpty() ? null : refusal);
    return new Exchange.Replied(reply, bill, trace);
  }

  private static Bill bill(JsonNode usage, String answer, ChatRequest request) {
    var price = request.model().price();
    return Tokens.areIn(usage)
        ? Bill.of(Consumption.MEASURED, Tokens.read(usage), price)
        : Bill.of(Consumption.ESTIMATED, request.estimate(answer), price);
  }

  private Exchange broken(String what, @Nullable Throwable cause, Bill bill, Trace trace) {
    return new Exchange.Failed(
        failures.broken(what, cause), CallOutcome.PROVIDER_ERROR, bill, trace);
  }

  /** A text, or parts of one as some gateways send it. */
  private static String text(JsonNode content) {
    return content.isArray()
        ? content.valueStream().map(part -> part.path("text").asString("")).collect(joining())
        : content.asString("");
  }
}
