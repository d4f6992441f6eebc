package io.onceflow.worker.engine.openai.chat;

import io.onceflow.model.MessageJson;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What a provider says went wrong. OpenAI's form is {@code {"error": {"message", "type", "param",
 * "code"}}}; Ollama sends a text as {@code error}, vLLM and FastAPI {@code message} or {@code
 * detail}.
 *
 * @param message one line, at most 300 characters
 */
record ProviderError(String message, String type, String code, String param) {
  private static final int LONGEST_MESSAGE = 300;

  static ProviderError read(String body) {
    JsonNode tree;
    try {
      tree = MessageJson.mapper().readTree(body);
    } catch (JacksonException e) {
      tree = MissingNode.getInstance();
    }
    var error = tree.path("error");
    return error.isObject()
        ? of(error)
        : new ProviderError(line(first(error, tree, body)), "", "", "");
  }

  /** The error object of an answer. */
  static ProviderError of(JsonNode error) {
    return new ProviderError(
        line(error.path("message").asString("")),
        error.path("type").asString(""),
        error.path("code").asString(""),
        error.path("param").asString(""));
  }

  boolean isContextExceeded() {
    return code.equals("context_length_exceeded")
        || says(
            "maximum context length",
            "context length exceeded",
            "context window",
            "too many tokens",
            "prompt is too long");
  }

  boolean isContentFilter() {
    return code.equals("content_filter") || code.equals("content_policy_violation");
  }

  /** Waiting does not help: somebody has to pay. */
  boolean isQuotaExhausted() {
    return code.equals("insufficient_quota") || says("insufficient_quota", "insufficient balance");
  }

  /** Whether it is the form asked for that is refused, not the question. */
  boolean isFormatRefused() {
    return param.startsWith("response_format")
        || says(
            "response_format",
            "json_schema",
            "json_object",
            "structured output",
            "guided_json",
            "guided decoding");
  }

  boolean isOverload() {
    return says(
            "overloaded", "rate_limit", "rate limit", "server_error", "unavailable", "try again")
        || code.startsWith("5")
        || code.equals("429");
  }

  private boolean says(String... phrases) {
    var all = (message + ' ' + type + ' ' + code).toLowerCase(Locale.ROOT);
    return Stream.of(phrases).anyMatch(all::contains);
  }

  private static String first(JsonNode error, JsonNode tree, String body) {
    return Stream.of(error, tree.path("message"), tree.path("detail"))
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .findFirst()
        .orElse(body);
  }

  private static String line(String text) {
    var line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
  }
}
