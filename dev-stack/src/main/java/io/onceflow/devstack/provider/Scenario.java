package io.onceflow.devstack.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** How the fake behaves. A model is called as a constant here, in lower case with hyphens. */
public enum Scenario {
  OK(x -> x.say(x.goodAnswer())),
  /** A good answer, after a second. */
  SLOW(
      x -> {
        x.pause(Duration.ofSeconds(1));
        x.say(x.goodAnswer());
      }),
  /** No byte at all. */
  HANG(x -> x.pause(Duration.ofMinutes(10))),
  /** Headers at once, then a byte now and then: never silent for long, never done. */
  DRIP(
      x -> {
        var body = x.completion(x.goodAnswer(), "stop").toString().getBytes(StandardCharsets.UTF_8);
        x.begin(200, body.length);
        for (int i = 0; i < body.length; i++) {
          x.write(body, i, i + 1);
          x.pause(Duration.ofMillis(100));
        }
      }),
  /** The connection is cut in the middle of the body. */
  RESET(
      x -> {
        x.begin(200, 5_000);
        x.write("{\"id\":\"chat".getBytes(StandardCharsets.UTF_8), 0, 11);
        throw new IOException("cut");
      }),
  /** A good first answer; the second request finds the kept connection cut before any answer. */
  STALE_CONNECTION(
      x -> {
        if (x.repetition() == 2) {
          throw new IOException("cut");
        }
        x.say(x.goodAnswer());
      }),
  RATE_LIMITED(
      x -> x.header("Retry-After", "7").error(429, "slow down", "rate_limit_exceeded", "")),
  RATE_LIMITED_TO_DATE(
      x ->
          x.header("Retry-After", inSeconds(60))
              .error(429, "slow down", "rate_limit_exceeded", "")),
  RATE_LIMITED_ONCE(
      x -> {
        if (x.repetition() == 1) {
          x.header("Retry-After", "1").error(429, "slow down", "rate_limit_exceeded", "");
        } else {
          x.say(x.goodAnswer());
        }
      }),
  QUOTA_EXHAUSTED(x -> x.error(429, "You exceeded your quota", "insufficient_quota", "")),
  SERVER_ERROR(x -> x.error(500, "internal error", "server_error", "")),
  /** Three failures, then good answers. */
  SERVER_ERROR_BURST(
      x -> {
        if (x.repetition() <= 3) {
          x.error(500, "internal error", "server_error", "");
        } else {
          x.say(x.goodAnswer());
        }
      }),
  OVERLOADED(x -> x.header("Retry-After", "2").error(503, "overloaded", "overloaded_error", "")),
  /** A gateway that no longer waits for the provider behind it. */
  GATEWAY_TIMEOUT(x -> x.error(504, "upstream timed out", "timeout", "")),
  REQUEST_TIMEOUT(x -> x.error(408, "timed out", "timeout", "")),
  /** Status 200, but the body is an error, as some gateways send it. */
  ERROR_AS_SUCCESS(x -> x.error(200, "upstream overloaded", "502", "")),
  UNAUTHORIZED(x -> x.error(401, "Incorrect API key provided", "invalid_api_key", "")),
  FORBIDDEN(x -> x.error(403, "not allowed", "forbidden", "")),
  NOT_FOUND(x -> x.error(404, "The model does not exist", "model_not_found", "model")),
  BAD_REQUEST(x -> x.error(400, "Unsupported value", "unsupported_value", "temperature")),
  CONTEXT_TOO_LONG(
      x ->
          x.error(
              400,
              "This model's maximum context length is 8192 tokens",
              "context_length_exceeded",
              "messages")),
  /** Takes questions of up to two thousand characters. */
  SHORT_CONTEXT(
      x -> {
        if (x.question().length() > 2_000) {
          x.error(400, "too many tokens", "context_length_exceeded", "messages");
        } else {
          x.say(x.goodAnswer());
        }
      }),
  CHATTY(
      x -> x.say("Sure [as you asked], here you are:\n\n" + x.goodAnswer() + "\n\nAnything else?")),
  FENCED(x -> x.say("```json\n" + x.goodAnswer() + "\n```")),
  THINKING(x -> x.say("<think>a {small} matter</think>\n" + x.goodAnswer())),
  /** The model's JSON ends early, as if it had stopped by itself. */
  TRUNCATED_JSON(x -> x.say(x.goodAnswer().substring(0, x.goodAnswer().length() / 2))),
  /** The response's own JSON ends early. */
  TRUNCATED_BODY(
      x -> x.send(200, x.completion(x.goodAnswer(), "stop").toString().substring(0, 80))),
  CUT_OFF(x -> x.finish(x.goodAnswer().substring(0, 5), "length")),
  WRONG_SCHEMA(x -> x.say("{\"answer\": 42}")),
  WRONG_SCHEMA_ONCE(x -> x.say(x.repetition() == 1 ? "{\"answer\": 42}" : x.goodAnswer())),
  /** A wrong first answer; the second request is never answered, later ones are answered well. */
  REPAIR_HANGS(
      x -> {
        if (x.repetition() == 2) {
          x.pause(Duration.ofMinutes(10));
        }
        x.say(x.repetition() == 1 ? "{\"answer\": 42}" : x.goodAnswer());
      }),
  /** Good answers, but for the third request, which is never answered. */
  THIRD_HANGS(
      x -> {
        if (x.repetition() == 3) {
          x.pause(Duration.ofMinutes(10));
        }
        x.say(x.goodAnswer());
      }),
  /** Good answers, but for the third request. */
  THIRD_FAILS(
      x -> {
        if (x.repetition() == 3) {
          x.error(500, "internal error", "server_error", "");
        } else {
          x.say(x.goodAnswer());
        }
      }),
  /** Obeys the document and names a label of its own. */
  STEERED(x -> x.say("{\"label\": \"PWNED\", \"confidence\": 1, \"alternatives\": []}")),
  REFUSAL(
      x -> {
        var completion = x.completion("", "stop");
        var message = completion.withArray("choices").get(0).withObject("message");
        message.putNull("content").put("refusal", "I cannot help with that.");
        x.send(200, completion.toString());
      }),
  FILTER(x -> x.finish("", "content_filter")),
  FILTERED_QUESTION(x -> x.error(400, "content management policy", "content_filter", "prompt")),
  USAGE_MISSING(
      x -> {
        var completion = x.completion(x.goodAnswer(), "stop");
        completion.remove("usage");
        x.send(200, completion.toString());
      }),
  /** An answer without an end. */
  HUGE_ANSWER(
      x -> {
        var blanks = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        x.begin(200, 0);
        while (true) {
          x.write(blanks, 0, blanks.length);
        }
      }),
  NOT_UTF_8(
      x ->
          x.send(
              200,
              x.completion("caf\u00e9", "stop").toString().getBytes(StandardCharsets.ISO_8859_1))),
  /** Knows {@code json_object}, but no schema. */
  NO_JSON_SCHEMA(
      x -> {
        if (format(x).equals("json_schema")) {
          x.error(400, "response_format json_schema is not supported", "", "response_format");
        } else {
          x.say(x.goodAnswer());
        }
      }),
  /** Knows no structured output at all. */
  NO_STRUCTURED_OUTPUT(
      x -> {
        if (format(x).isEmpty()) {
          x.say(x.goodAnswer());
        } else {
          x.error(422, "unknown field response_format", "", "");
        }
      });

  /** The model that behaves as each document says. */
  public static final String SCRIPTED = "scripted";

  private static final Pattern PLAY = Pattern.compile("(?m)^play ([a-z0-9-]+)$");

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Play play;

  Scenario(Play play) {
    this.play = play;
  }

  /** The model that behaves so. */
  public String model() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How a request's model behaves, or what the document of a scripted model asks to be played. */
  static Scenario of(JsonNode request) {
    var model = request.path("model").asString("");
    if (model.equals(SCRIPTED)) {
      var line = PLAY.matcher(FakeExchange.question(request));
      return line.find() ? of(line.group(1)) : OK;
    }
    return of(model);
  }

  private static Scenario of(String model) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.model().equals(model))
        .findFirst()
        .orElse(NOT_FOUND);
  }

  void play(FakeExchange exchange) throws IOException {
    play.play(exchange);
  }

  private static String format(FakeExchange exchange) {
    return exchange.request().path("response_format").path("type").asString("");
  }

  private static String inSeconds(int seconds) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS));
  }

  /** What a scenario does with a request. */
  @FunctionalInterface
  private interface Play {
    void play(FakeExchange exchange) throws IOException;
  }
}
