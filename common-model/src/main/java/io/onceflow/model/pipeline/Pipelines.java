package io.onceflow.model.pipeline;

import io.onceflow.model.StepName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All pipelines and steps of a suite. Every service of a suite is given the same file. */
public final class Pipelines {
  private static final String SHIPPED = "pipelines.yaml";

  private final Map<StepName, StepDefinition> steps;
  private final Map<String, Pipeline> pipelines;

  Pipelines(Map<StepName, StepDefinition> steps, Map<String, Pipeline> pipelines) {
    this.steps = Collections.unmodifiableMap(new LinkedHashMap<>(steps));
    this.pipelines = Collections.unmodifiableMap(new LinkedHashMap<>(pipelines));
  }

  /** The pipelines {@code article} and {@code document} that come with the suite. */
  public static Pipelines shipped() {
    try (var yaml = Pipelines.class.getResourceAsStream(SHIPPED)) {
      if (yaml == null) {
        throw new IllegalStateException("the resource " + SHIPPED + " is absent");
      }
      return new PipelinesYaml(SHIPPED)
          .parse(new String(yaml.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The pipelines of a file, or the shipped ones where no file is named.
   *
   * @param file empty for the shipped ones
   * @throws InvalidPipelinesException naming the file and the key that is wrong
   */
  public static Pipelines load(Optional<Path> file) {
    return file.map(Pipelines::read).orElseGet(Pipelines::shipped);
  }

  private static Pipelines read(Path file) {
    try {
      return new PipelinesYaml(file.toString()).parse(Files.readString(file));
    } catch (IOException e) {
      throw new InvalidPipelinesException(file.toString(), "", "cannot be read: " + e, e);
    }
  }

  public Optional<Pipeline> pipeline(String name) {
    return Optional.ofNullable(pipelines.get(name));
  }

  public Collection<Pipeline> pipelines() {
    return pipelines.values();
  }

  public Optional<StepDefinition> step(StepName name) {
    return Optional.ofNullable(steps.get(name));
  }

  public Collection<StepDefinition> steps() {
    return steps.values();
  }
}
