package io.onceflow.aggregator.pipelines;

import io.onceflow.model.pipeline.Pipeline;
import io.onceflow.model.pipeline.PipelineStep;
import io.onceflow.model.pipeline.Pipelines;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells which pipelines and steps are configured. */
@RestController
class PipelinesController {
  private final PipelineList list;

  PipelinesController(Pipelines pipelines) {
    this.list =
        new PipelineList(
            pipelines.pipelines().stream().map(PipelinesController::described).toList());
  }

  @GetMapping("/api/v1/pipelines")
  PipelineList pipelines() {
    return list;
  }

  private static PipelineDescription described(Pipeline pipeline) {
    return new PipelineDescription(
        pipeline.name(), pipeline.steps().stream().map(PipelinesController::described).toList());
  }

  private static StepDescription described(PipelineStep step) {
    var definition = step.definition();
    return new StepDescription(
        step.name().value(),
        definition.version(),
        step.after().stream().map(Object::toString).toList(),
        step.required(),
        definition.resultField(),
        definition.engine(),
        definition.model(),
        definition.timeout(),
        definition.maxAttempts());
  }

  /** All pipelines. */
  record PipelineList(List<PipelineDescription> pipelines) {}

  /** A pipeline with its steps, each after those that it waits for. */
  record PipelineDescription(String name, List<StepDescription> steps) {}

  /**
   * A step.
   *
   * @param after the steps that it waits for
   * @param resultField the field of the merged answer that holds its result
   */
  record StepDescription(
      String name,
      int version,
      List<String> after,
      boolean required,
      String resultField,
      String engine,
      @Nullable String model,
      Duration timeout,
      int maxAttempts) {}
}
