package io.onceflow.worker.engine.openai.prompt;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A prompt as it is written: lines {@code key: value}, a blank line, what the model is to do, a
 * line {@code ---}, and what it is told after the document. The key {@code version} is required;
 * each other key is the value of a placeholder for steps that do not give it as a parameter.
 *
 * @param name of the file, for messages
 */
record PromptFile(
    String name, int version, Map<String, String> defaults, String task, String closing) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([A-Za-z0-9-]+)}}");
  private static final Pattern PARTS =
      Pattern.compile(
          "(?<head>.*?)\\R\\h*\\R(?<task>.*?)\\R---\\h*\\R(?<closing>.*)", Pattern.DOTALL);

  PromptFile {
    defaults = Map.copyOf(defaults);
  }

  /**
   * Reads a prompt.
   *
   * @throws IllegalArgumentException naming the file and what is wrong with it
   */
  static PromptFile parse(String name, String text) {
    var parts = PARTS.matcher(text);
    if (!parts.matches()) {
      throw invalid(
          name,
          "must hold 'version: 1', a blank line, the task, a line '---' and the closing words");
    }
    var keys = new HashMap<String, String>();
    for (var line : parts.group("head").lines().toList()) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw invalid(name, "has the line '%s' where 'key: value' is due".formatted(line));
      }
      keys.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    }
    return new PromptFile(
        name,
        version(name, keys.remove("version")),
        keys,
        parts.group("task").strip(),
        parts.group("closing").strip());
  }

  /**
   * The prompt with its placeholders filled.
   *
   * @throws IllegalArgumentException naming the placeholder that has no value
   */
  Prompt fill(Map<String, String> values) {
    return new Prompt(version, fill(task, values), fill(closing, values));
  }

  private String fill(String text, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            place -> {
              var key = place.group(1);
              var value = values.getOrDefault(key, defaults.get(key));
              if (value == null) {
                throw invalid(
                    name,
                    "names {{%s}}, which is neither a parameter nor a default".formatted(key));
              }
              return Matcher.quoteReplacement(value);
            });
  }

  private static int version(String name, @Nullable String version) {
    try {
      return Integer.parseInt(String.valueOf(version));
    } catch (NumberFormatException e) {
      throw invalid(name, "must have a whole number as its version");
    }
  }

  private static IllegalArgumentException invalid(String name, String problem) {
    return new IllegalArgumentException("the prompt %s %s".formatted(name, problem));
  }
}
