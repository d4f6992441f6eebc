package io.onceflow.devstack.sample;

import io.onceflow.devstack.suite.ProgressView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Prints a task's merged answer to be read by people. */
final class AnswerView {
  private static final int WIDTH = 92;
  private static final int LABEL = 10;

  private final ProgressView progress;

  AnswerView(ProgressView progress) {
    this.progress = progress;
  }

  void show(JsonNode task) {
    var result = task.path("result");
    progress.heading(
        "%s in %d ms: %s"
            .formatted(
                task.path("status").asString(""),
                task.path("durationMs").asLong(0),
                task.path("title").asString("")));
    row("Quality", quality(result.path("qualityScore")));
    row("Category", category(result.path("category")));
    row("Keywords", keywords(result.path("keywords")));
    row("Summary", result.path("summary").path("text").asString(""));
    for (var missing : task.path("missing")) {
      row(
          "Missing",
          missing.path("step").asString("") + ": " + missing.path("reason").asString(""));
    }
  }

  private static String quality(JsonNode score) {
    if (!score.isObject()) {
      return "";
    }
    var aspects =
        score.path("aspects").properties().stream()
            .map(aspect -> aspect.getKey() + " " + number(aspect.getValue()))
            .collect(Collectors.joining(", "));
    return "%s of 100 (%s)".formatted(number(score.path("score")), aspects);
  }

  private static String category(JsonNode category) {
    if (!category.isObject()) {
      return "";
    }
    var others =
        stream(category.path("alternatives"))
            .map(other -> other.isString() ? other.asString() : other.path("label").asString(""))
            .collect(Collectors.joining(", "));
    return "%s, confidence %.2f%s%s"
        .formatted(
            category.path("label").asString(""),
            category.path("confidence").asDouble(0),
            category.path("needsReview").asBoolean(false) ? " (unsure: look at it)" : "",
            others.isEmpty() ? "" : "; else " + others);
  }

  private static String keywords(JsonNode keywords) {
    return stream(keywords)
        .map(keyword -> keyword.path("keyword").asString(""))
        .collect(Collectors.joining(", "));
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static String number(JsonNode value) {
    return String.format(Locale.ROOT, "%.0f", value.asDouble(0));
  }

  private void row(String label, String text) {
    if (text.isEmpty()) {
      return;
    }
    var lines = wrap(text);
    for (var i = 0; i < lines.size(); i++) {
      progress.line(
          String.format(Locale.ROOT, "%-" + LABEL + "s%s", i == 0 ? label : "", lines.get(i)));
    }
  }

  /** Breaks at spaces, and between any two characters where a script has none. */
  private static List<String> wrap(String text) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    var width = 0;
    var lastSpace = -1;
    for (var character : text.codePoints().toArray()) {
      line.appendCodePoint(character);
      width += Character.isIdeographic(character) || character > 0xFF00 ? 2 : 1;
      if (Character.isWhitespace(character)) {
        lastSpace = line.length();
      }
      if (width >= WIDTH) {
        var end = lastSpace > 0 ? lastSpace : line.length();
        lines.add(line.substring(0, end).stripTrailing());
        line.delete(0, end);
        width = line.length();
        lastSpace = -1;
      }
    }
    lines.add(line.toString());
    return lines;
  }
}
