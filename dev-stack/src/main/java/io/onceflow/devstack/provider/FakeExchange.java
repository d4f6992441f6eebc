package io.onceflow.devstack.provider;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request and the ways to answer it.
 *
 * @param repetition 1 for the first request of its model, and so on
 */
record FakeExchange(HttpExchange http, JsonNode request, int repetition, CountDownLatch closed) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** A good answer in the shape that was asked for. */
  String goodAnswer() {
    return SchemaSample.answerTo(request).toString();
  }

  /** The user's first message. */
  String question() {
    return question(request);
  }

  static String question(JsonNode request) {
    return request.path("messages").path(1).path("content").asString("");
  }

  void say(String text) throws IOException {
    send(200, completion(text, "stop").toString());
  }

  void finish(String text, String reason) throws IOException {
    send(200, completion(text, reason).toString());
  }

  /** A completion with usage: 100 tokens in, 40 of them cached; 20 out, 5 of them reasoning. */
  ObjectNode completion(String text, String finishReason) {
    var completion = JSON.objectNode().put("id", "chatcmpl-1").put("object", "chat.completion");
    completion.put("model", request.path("model").asString(""));
    var choice = completion.putArray("choices").addObject().put("index", 0);
    choice.putObject("message").put("role", "assistant").put("content", text).putNull("refusal");
    choice.put("finish_reason", finishReason);
    var usage = completion.putObject("usage");
    usage.put("prompt_tokens", 100).put("completion_tokens", 20).put("total_tokens", 120);
    usage.putObject("prompt_tokens_details").put("cached_tokens", 40);
    usage.putObject("completion_tokens_details").put("reasoning_tokens", 5);
    return completion;
  }

  void error(int status, String message, String code, String param) throws IOException {
    var error = JSON.objectNode();
    error
        .putObject("error")
        .put("message", message)
        .put("type", "error")
        .put("code", code)
        .put("param", param);
    send(status, error.toString());
  }

  FakeExchange header(String name, String value) {
    http.getResponseHeaders().set(name, value);
    return this;
  }

  void send(int status, String body) throws IOException {
    send(status, body.getBytes(StandardCharsets.UTF_8));
  }

  void send(int status, byte[] body) throws IOException {
    begin(status, body.length);
    http.getResponseBody().write(body);
    http.close();
  }

  /** Sends the headers alone. */
  void begin(int status, long length) throws IOException {
    header("Content-Type", "application/json");
    header("x-request-id", "req-" + repetition);
    http.sendResponseHeaders(status, length);
  }

  void write(byte[] bytes, int from, int to) throws IOException {
    http.getResponseBody().write(bytes, from, to - from);
    http.getResponseBody().flush();
  }

  /** Waits, or until the fake is closed. */
  void pause(Duration length) throws IOException {
    try {
      if (closed.await(length.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the fake was closed");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
