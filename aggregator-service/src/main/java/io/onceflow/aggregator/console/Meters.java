package io.onceflow.aggregator.console;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Figures in Prometheus' text format. */
record Meters(List<Sample> samples) {
  static final Meters NONE = new Meters(List.of());

  private static final Pattern LINE =
      Pattern.compile("(?<name>\\w+)(?:\\{(?<labels>.*)\\})? (?<value>\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  Meters {
    samples = List.copyOf(samples);
  }

  /** Reads the suite's own figures; other lines are left out. */
  static Meters parse(String text) {
    return new Meters(
        text.lines()
            .filter(line -> line.startsWith("onceflow_"))
            .map(LINE::matcher)
            .filter(line -> line.matches())
            .map(
                line ->
                    new Sample(
                        line.group("name"),
                        labels(line.group("labels")),
                        number(line.group("value"))))
            .toList());
  }

  private static Map<String, String> labels(@Nullable String text) {
    var labels = new TreeMap<String, String>();
    if (text != null) {
      LABEL.matcher(text).results().forEach(it -> labels.put(it.group(1), it.group(2)));
    }
    return labels;
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** The figures of a name by one of its labels; those that share it are joined. */
  Map<String, Double> by(String label, String name, DoubleBinaryOperator join) {
    var values = new TreeMap<String, Double>();
    for (var sample : samples) {
      if (sample.name().equals(name) && sample.labels().containsKey(label)) {
        values.merge(sample.labels().get(label), sample.value(), join::applyAsDouble);
      }
    }
    return values;
  }

  /** The sum of the figures of a name. */
  long sum(String name) {
    return (long)
        samples.stream().filter(it -> it.name().equals(name)).mapToDouble(Sample::value).sum();
  }

  /** One figure. */
  record Sample(String name, Map<String, String> labels, double value) {}
}
