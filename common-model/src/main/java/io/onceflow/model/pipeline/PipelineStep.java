package io.onceflow.model.pipeline;

import io.onceflow.model.StepName;
import java.util.List;

/**
 * A step's place in a pipeline.
 *
 * @param after the steps that must succeed first; the first of them that makes a document gives it
 *     to this step as its input
 * @param required whether the task is COMPLETED only with this step's result
 */
public record PipelineStep(StepDefinition definition, List<StepName> after, boolean required) {
  public PipelineStep {
    after = List.copyOf(after);
  }

  public StepName name() {
    return definition.name();
  }
}
