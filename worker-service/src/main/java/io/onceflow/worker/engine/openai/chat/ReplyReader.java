package io.onceflow.worker.engine.openai.chat;

import static java.util.stream.Collectors.joining;

import io.onceflow.model.MessageJson;
import io.onceflow.worker.engine.EngineException;
import io.onceflow.worker.engine.openai.chat.ChatReply.Finish;
import java.nio.charset.CharacterCodingException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads a chat completion out of a response, and enters what it consumed. */
final class ReplyReader {
  private final Failures failures;

  ReplyReader(Failures failures) {
    this.failures = failures;
  }

  ChatReply read(HttpAnswer answer, ChatRequest request, Bill bill) throws EngineException {
    var completion = tree(answer);
    var error = completion.path("error");
    if (error.isObject() && completion.path("choices").isEmpty()) {
      throw failures.of(ProviderError.of(error));
    }
    var choice = completion.path("choices").path(0);
    var message = choice.path("message");
    var text = text(message.path("content"));
    var usage = completion.path("usage");
    bill.addTokens(usage.isObject() ? Tokens.read(usage) : request.estimate(text));
    if (!message.isObject()) {
      throw failures.broken("holds no message", null);
    }
    var refusal = message.path("refusal").asString("");
    return new ChatReply(
        text,
        Finish.of(choice.path("finish_reason").asString("")),
        refusal.isEmpty() ? null : refusal);
  }

  private JsonNode tree(HttpAnswer answer) throws EngineException {
    try {
      return MessageJson.mapper().readTree(answer.text());
    } catch (CharacterCodingException e) {
      throw failures.broken("is not text in UTF-8", e);
    } catch (JacksonException e) {
      throw failures.broken("is not JSON", e);
    }
  }

  /** A text, or parts of one as some gateways send it. */
  private static String text(JsonNode content) {
    return content.isArray()
        ? content.valueStream().map(part -> part.path("text").asString("")).collect(joining())
        : content.asString("");
  }
}
