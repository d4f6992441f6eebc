package io.onceflow.benchmarks;

import java.util.List;

/** What {@code benchmarks/run} starts: the first word names the benchmark. */
final class Benchmarks {
  private Benchmarks() {}

  /** Runs one benchmark. */
  public static void main(String[] words) throws Exception {
    var rest = List.of(words).subList(Math.min(1, words.length), words.length);
    var name = words.length == 0 ? "" : words[0];
    System.err.printf("There is no benchmark '%s' %s%n", name, rest);
    System.exit(2);
  }
}
