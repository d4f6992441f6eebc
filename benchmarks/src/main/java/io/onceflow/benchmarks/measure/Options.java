package io.onceflow.benchmarks.measure;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of a benchmark: {@code --name value}. Each benchmark names those it has, and a word
 * that is none of them is refused.
 */
public final class Options {
  private final Map<String, String> given = new HashMap<>();

  private Options() {}

  /**
   * Reads them.
   *
   * @param known the options of the benchmark, beside those of all
   */
  public static Options parse(List<String> words, Set<String> known) {
    var options = new Options();
    var rest = new ArrayDeque<>(words);
    while (!rest.isEmpty()) {
      var word = rest.removeFirst();
      if (!known.contains(word) && !word.equals("--json") && !word.equals("--runs")) {
        throw new IllegalArgumentException(
            "unknown option %s; known are --json, --runs and %s".formatted(word, known));
      }
      if (rest.isEmpty()) {
        throw new IllegalArgumentException(word + " needs a value");
      }
      options.given.put(word, rest.removeFirst());
    }
    return options;
  }

  /** How often each thing is measured. */
  public int runs() {
    return number("--runs", 5);
  }

  /** Where the JSON goes. */
  public Optional<Path> json() {
    return Optional.ofNullable(given.get("--json")).map(Path::of);
  }

  /** The number of an option, from 1 on. */
  public int number(String name, int usual) {
    var value = given.get(name);
    if (value == null) {
      return usual;
    }
    try {
      var number = Integer.parseInt(value);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "%s %s: a number from 1 on is needed".formatted(name, value));
  }

  /** The value of an option as it was given. */
  public String word(String name, String usual) {
    return given.getOrDefault(name, usual);
  }
}
