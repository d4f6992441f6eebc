package io.onceflow.aggregator;

import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The pipelines that the tests run with. */
final class TestPipelines {
  static final List<StepName> ARTICLE =
      Stream.of("quality-score", "keyword-extract", "auto-classify", "summary-gen")
          .map(StepName::new)
          .toList();

  static final List<StepName> CHORD =
      IntStream.rangeClosed(1, 100).mapToObj(i -> new StepName("chord-" + i)).toList();

  private TestPipelines() {}

  /** The shipped pipelines, and one of a hundred steps. */
  static Path withChord() {
    try (var shipped =
        Objects.requireNonNull(
            Pipelines.class.getResourceAsStream("pipelines.yaml"), "the shipped pipelines")) {
      var yaml = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      var steps = new StringBuilder("steps:\n");
      var chord = new StringBuilder("pipelines:\n  chord:\n    steps:\n");
      for (var step : CHORD) {
        steps.append(
            "  %s:\n    result-field: %s\n".formatted(step, step.value().replace("-", "")));
        chord.append("      %s:\n".formatted(step));
      }
      var file = Files.createTempFile("pipelines", ".yaml");
      file.toFile().deleteOnExit();
      return Files.writeString(
          file,
          yaml.replace("steps:\n  text", steps + "  text").replace("pipelines:\n", chord + ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
