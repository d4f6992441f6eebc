package io.onceflow.benchmarks.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The figures of a benchmark, as a table for people and as JSON for programs. */
public final class Report {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final double EXACT_FROM = 100;
  private static final double ROUGH_BELOW = 1;

  private final String benchmark;
  private final String command;
  private final Map<String, String> circumstances = new LinkedHashMap<>();
  private final Map<Name, List<Double>> figures = new LinkedHashMap<>();

  private record Name(String subject, String figure, String unit) {}

  /** One figure, as the JSON has it. */
  record Figure(
      String subject,
      String figure,
      String unit,
      double median,
      double min,
      double max,
      List<Double> runs) {}

  /** All of it, as the JSON has it. */
  record Document(
      String benchmark, String command, Map<String, String> circumstances, List<Figure> figures) {}

  /**
   * @param command that repeats it
   */
  public Report(String benchmark, String command) {
    this.benchmark = benchmark;
    this.command = command;
    circumstances.putAll(Machine.describe());
  }

  /** Notes something that a reader of the figures has to know. */
  public void note(String name, String value) {
    circumstances.put(name, value);
  }

  /**
   * Takes one run's value.
   *
   * @param subject whose figure it is
   */
  public synchronized void add(String subject, String figure, String unit, double value) {
    figures.computeIfAbsent(new Name(subject, figure, unit), _ -> new ArrayList<>()).add(value);
  }

  /** Takes one run's CPU of every process, in milliseconds for each unit of work. */
  public void addCpu(
      String subject, CpuMeter.Reading from, CpuMeter.Reading to, double work, String unit) {
    for (var process : to.used().keySet()) {
      var millis = to.since(from, process).toNanos() / 1e6;
      add(subject, "CPU " + process, "ms/" + unit, millis / work);
    }
    add(subject, "CPU of other programs", "% of machine", to.foreignPercent(from));
  }

  /** The median so far. */
  public double median(String subject, String figure) {
    return figures.entrySet().stream()
        .filter(entry -> entry.getKey().subject().equals(subject))
        .filter(entry -> entry.getKey().figure().equals(figure))
        .map(entry -> new Spread(entry.getValue()).median())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(subject + " has no " + figure));
  }

  /** Prints the table. */
  public void print(PrintStream out) {
    out.printf("%n%s%n", benchmark);
    out.printf("  command: %s%n", command);
    circumstances.forEach((name, value) -> out.printf("  %s: %s%n", name, value));
    var subject = "";
    for (var figure : all()) {
      if (!figure.subject().equals(subject)) {
        subject = figure.subject();
        out.printf("%n%-44s %12s %12s %12s%n", subject, "median", "min", "max");
      }
      out.printf(
          "  %-42s %12s %12s %12s%n",
          figure.figure() + ", " + figure.unit(),
          rounded(figure.median()),
          rounded(figure.min()),
          rounded(figure.max()));
    }
    out.println();
  }

  /** Writes the JSON. */
  public void write(Path file) {
    try {
      var document = new Document(benchmark, command, circumstances, all());
      Files.writeString(file, JSON.writeValueAsString(document) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Figure> all() {
    return figures.entrySet().stream()
        .map(
            entry -> {
              var name = entry.getKey();
              var spread = new Spread(entry.getValue());
              return new Figure(
                  name.subject(),
                  name.figure(),
                  name.unit(),
                  spread.median(),
                  spread.min(),
                  spread.max(),
                  spread.runs());
            })
        .toList();
  }

  /** To about three digits: more would pretend to a precision that no run has. */
  static String rounded(double value) {
    var size = Math.abs(value);
    var format = size >= EXACT_FROM ? "%,.0f" : size >= ROUGH_BELOW ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
