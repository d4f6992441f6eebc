package io.onceflow.worker.engine;

import static java.util.stream.Collectors.toMap;

import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.model.pipeline.StepDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Which engine runs which step. Every step of the pipelines has one, or the worker does not start.
 */
public final class Engines {
  private static final String DEFAULT = "default";
  private static final String FALLBACK = "onceflow.engine.fallback";

  private final Map<StepName, StepEngine> byStep = new HashMap<>();

  /**
   * @param defaultEngine for steps that leave the engine to the worker
   * @param fallbacks by step, an engine, or an engine and one of its endpoints
   * @throws IllegalArgumentException naming the step and the setting that is wrong
   */
  public Engines(
      Collection<StepEngine> engines,
      String defaultEngine,
      Map<String, String> fallbacks,
      Pipelines pipelines) {
    var byName = engines.stream().collect(toMap(StepEngine::name, Function.identity()));
    for (var step : pipelines.steps()) {
      var isDefault = step.engine().equals(DEFAULT);
      var engine = byName.get(isDefault ? defaultEngine : step.engine());
      if (engine == null) {
        throw new IllegalArgumentException(
            "%s names the engine '%s', which is not there; there are %s"
                .formatted(
                    isDefault ? "onceflow.engine.default" : "steps." + step.name() + ".engine",
                    isDefault ? defaultEngine : step.engine(),
                    byName.keySet().stream().sorted().toList()));
      }
      check(step, engine);
      var fallback = fallbacks.get(step.name().value());
      byStep.put(
          step.name(),
          fallback == null ? engine : new FallbackEngine(engine, fallback(step, fallback, byName)));
    }
    requireKnownSteps(fallbacks);
  }

  private static StepEngine fallback(
      StepDefinition step, String name, Map<String, StepEngine> byName) {
    var parts = name.split("/", 2);
    var engine = byName.get(parts[0]);
    try {
      if (engine == null) {
        throw new IllegalArgumentException("there is no such engine");
      }
      var fallback = parts.length == 1 ? engine : engine.at(parts[1]);
      fallback.check(step);
      return fallback;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s.%s cannot be '%s': %s".formatted(FALLBACK, step.name(), name, e.getMessage()), e);
    }
  }

  private void requireKnownSteps(Map<String, String> fallbacks) {
    for (var step : fallbacks.keySet()) {
      if (byStep.keySet().stream().noneMatch(known -> known.value().equals(step))) {
        throw new IllegalArgumentException(
            "%s.%s belongs to no step; there are %s"
                .formatted(
                    FALLBACK,
                    step,
                    byStep.keySet().stream().map(StepName::value).sorted().toList()));
      }
    }
  }

  /** The engine of a step of the pipelines. */
  public StepEngine of(StepDefinition step) {
    var engine = byStep.get(step.name());
    if (engine == null) {
      throw new IllegalArgumentException("not a step of the pipelines: " + step.name());
    }
    return engine;
  }

  private static void check(StepDefinition step, StepEngine engine) {
    try {
      engine.check(step);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "steps.%s cannot be run by the engine '%s': %s"
              .formatted(step.name(), engine.name(), e.getMessage()),
          e);
    }
  }
}
