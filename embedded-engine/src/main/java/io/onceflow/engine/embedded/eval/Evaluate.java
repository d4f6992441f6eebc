package io.onceflow.engine.embedded.eval;

import io.onceflow.engine.embedded.EmbeddedEngine;
import io.onceflow.engine.embedded.EmbeddedEngineOptions;
import io.onceflow.engine.embedded.category.CategoryLabels;
import io.onceflow.engine.embedded.category.CategoryLabels.Label;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the engine over a folder of labelled texts and prints the figures beside those of simple
 * baselines.
 *
 * <p>Each file {@code NAME_LANGUAGE.ndjson} holds one object a line with {@code label}, {@code
 * title} and {@code text}. Files whose name begins with {@code kw_} have index terms as labels,
 * those with {@code sum_} one-sentence summaries; all others have topics, described in {@code
 * labels.json} as {@code {file: {label: description}}}.
 */
public final class Evaluate {
  private final EmbeddedEngine engine;
  private final PrintStream out;

  Evaluate(EmbeddedEngine engine, PrintStream out) {
    this.engine = engine;
    this.out = out;
  }

  /**
   * Runs the evaluation.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1 || !Files.isDirectory(Path.of(args[0]))) {
      System.err.println("usage: Evaluate FOLDER (with *.ndjson and labels.json)");
      System.exit(2);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (EmbeddedEngine engine = EmbeddedEngine.open(new EmbeddedEngineOptions(null, Set.of()))) {
      new Evaluate(engine, out).folder(Path.of(args[0]));
    }
  }

  void folder(Path folder) throws IOException {
    List<Path> files;
    try (var all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
    }
    Map<String, CategoryLabels> labels = labels(folder.resolve("labels.json"));
    for (Path file : files) {
      String name = file.getFileName().toString().replace(".ndjson", "");
      measure(name, Sample.read(file), labels.get(name));
    }
  }

  private void measure(String name, List<Sample> samples, @Nullable CategoryLabels labels) {
    boolean chinese = name.endsWith("_zh");
    long start = System.nanoTime();
    String figures;
    if (name.startsWith("kw_")) {
      figures = new KeywordFigures(engine, chinese).of(samples);
    } else if (name.startsWith("sum_")) {
      figures = new SummaryFigures(engine, chinese).of(samples);
    } else if (labels != null) {
      figures = new CategoryFigures(engine, labels).of(samples);
    } else {
      figures = "left out: its labels are not in labels.json";
    }
    double each = (System.nanoTime() - start) / 1e6 / samples.size();
    out.printf("%-10s %4d texts, %3.0f ms each: %s%n", name, samples.size(), each, figures);
    if (labels != null) {
      out.printf("%-10s %s%n", "", new QualityFigures(engine, chinese).of(samples));
    }
  }

  /** The descriptions by file; the language is the end of the file's name. */
  private static Map<String, CategoryLabels> labels(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Map.of();
    }
    Map<String, Map<String, String>> described =
        JsonMapper.shared()
            .readValue(
                Files.readString(file), new TypeReference<Map<String, Map<String, String>>>() {});
    Map<String, CategoryLabels> labels = new HashMap<>();
    described.forEach(
        (name, descriptions) -> {
          String language = name.substring(name.lastIndexOf('_') + 1);
          List<Label> list = new ArrayList<>();
          descriptions.forEach(
              (label, text) ->
                  list.add(new Label(label, Map.of(language, List.of(text)), List.of())));
          labels.put(name, new CategoryLabels(list));
        });
    return labels;
  }
}
