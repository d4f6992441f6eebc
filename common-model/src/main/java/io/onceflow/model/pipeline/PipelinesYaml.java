package io.onceflow.model.pipeline;

import io.onceflow.model.StepName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads and validates a pipelines file. */
final class PipelinesYaml {
  private static final Set<String> STEP_KEYS =
      Set.of(
          "version",
          "result-field",
          "engine",
          "model",
          "prompt",
          "timeout",
          "max-attempts",
          "backoff",
          "concurrency",
          "partitions",
          "on-unknown-outcome",
          "document-fields",
          "parameters",
          "output-schema");
  private static final Set<String> DOCUMENT_FIELDS = Set.of("title", "language");
  private static final Set<String> RESERVED =
      Set.of("accepted", "result", "finished", "control", "dlq");

  private final String file;

  PipelinesYaml(String file) {
    this.file = file;
  }

  Pipelines parse(String yaml) {
    var root = new YamlKeys(file, "", tree(yaml)).allowOnly(Set.of("steps", "pipelines"));
    var steps = steps(root.mapping("steps"));
    var pipelines = new LinkedHashMap<String, Pipeline>();
    var keys = root.mapping("pipelines");
    for (var name : keys.names()) {
      pipelines.put(name, pipeline(name, keys.mapping(name), steps));
    }
    if (pipelines.isEmpty()) {
      throw root.invalid("pipelines", "must hold at least one pipeline");
    }
    return new Pipelines(steps, pipelines);
  }

  private ObjectNode tree(String yaml) {
    try {
      var mapper =
          new YAMLMapper(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());
      JsonNode tree = mapper.readTree(yaml);
      if (tree instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      throw new InvalidPipelinesException(file, "", "is not YAML: " + e.getMessage(), e);
    }
    throw new InvalidPipelinesException(file, "", "must hold 'steps' and 'pipelines'", null);
  }

  private Map<StepName, StepDefinition> steps(YamlKeys keys) {
    var steps = new LinkedHashMap<StepName, StepDefinition>();
    for (var name : keys.names()) {
      var step = step(stepName(keys, name, name), keys.mapping(name).allowOnly(STEP_KEYS));
      steps.put(step.name(), step);
    }
    return steps;
  }

  private StepDefinition step(StepName name, YamlKeys keys) {
    var fields = keys.texts("document-fields");
    if (!DOCUMENT_FIELDS.containsAll(fields)) {
      throw keys.invalid("document-fields", "may hold title and language but is " + fields);
    }
    return new StepDefinition(
        name,
        keys.number("version", 1, 1, Integer.MAX_VALUE),
        keys.text("result-field", name.value()),
        keys.text("engine", "default"),
        keys.textOrNull("model"),
        keys.textOrNull("prompt"),
        keys.duration("timeout", Duration.ofSeconds(60)),
        keys.number("max-attempts", 3, 1, 100),
        backoff(keys, keys.mapping("backoff").allowOnly(Set.of("initial", "max"))),
        keys.number("concurrency", 16, 1, 100_000),
        keys.number("partitions", 12, 1, 10_000),
        keys.choice("on-unknown-outcome", OnUnknownOutcome.RETRY),
        Set.copyOf(fields),
        keys.mapping("parameters").node(),
        keys.objectOrNull("output-schema"));
  }

  private static Backoff backoff(YamlKeys step, YamlKeys keys) {
    try {
      return new Backoff(
          keys.duration("initial", Duration.ofSeconds(1)),
          keys.duration("max", Duration.ofSeconds(30)));
    } catch (IllegalArgumentException e) {
      throw step.invalid("backoff", String.valueOf(e.getMessage()));
    }
  }

  private Pipeline pipeline(String name, YamlKeys keys, Map<StepName, StepDefinition> steps) {
    keys.allowOnly(Set.of("steps"));
    var places = keys.mapping("steps");
    var ordered = new ArrayList<PipelineStep>();
    for (var stepName : places.names()) {
      ordered.add(place(stepName, places, steps));
    }
    if (ordered.isEmpty()) {
      throw keys.invalid("steps", "must hold at least one step");
    }
    requireBackwardReferences(places, ordered);
    return new Pipeline(name, ordered);
  }

  private PipelineStep place(String name, YamlKeys places, Map<StepName, StepDefinition> steps) {
    var definition = steps.get(stepName(places, name, name));
    if (definition == null) {
      throw places.invalid(name, "is not defined under steps");
    }
    var keys = places.mapping(name).allowOnly(Set.of("after", "required"));
    var after =
        keys.texts("after").stream().map(before -> stepName(keys, "after", before)).toList();
    return new PipelineStep(definition, after, keys.flag("required", true));
  }

  /** A step may wait for steps that stand before it only, so no pipeline has a cycle. */
  private static void requireBackwardReferences(YamlKeys places, List<PipelineStep> ordered) {
    var seen = new HashSet<StepName>();
    var fields = new HashSet<String>();
    for (var step : ordered) {
      for (var before : step.after()) {
        if (!seen.contains(before)) {
          throw places.invalid(
              step.name() + ".after",
              "names '%s', which does not stand before it".formatted(before));
        }
      }
      seen.add(step.name());
      if (!fields.add(step.definition().resultField())) {
        throw places.invalid(
            step.name().value(),
            "has the result-field '%s' of another step".formatted(step.definition().resultField()));
      }
    }
  }

  private static StepName stepName(YamlKeys keys, String key, String name) {
    if (RESERVED.contains(name)) {
      throw keys.invalid(key, "is the name of a topic of the suite");
    }
    try {
      return new StepName(name);
    } catch (IllegalArgumentException e) {
      throw keys.invalid(key, String.valueOf(e.getMessage()));
    }
  }
}
