package io.onceflow.model.pipeline;

import io.onceflow.model.StepName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** A named set of steps, each after those that it waits for. */
public record Pipeline(String name, List<PipelineStep> steps) {
  public Pipeline {
    steps = List.copyOf(steps);
  }

  public Optional<PipelineStep> step(StepName name) {
    return steps.stream().filter(step -> step.name().equals(name)).findFirst();
  }

  /**
   * The given steps and all that they wait for, in the pipeline's order.
   *
   * @throws IllegalArgumentException naming a step that the pipeline has not
   */
  public List<PipelineStep> withPrerequisites(Collection<StepName> wanted) {
    var names = new LinkedHashSet<StepName>();
    wanted.forEach(name -> addWithPrerequisites(name, names));
    return steps.stream().filter(step -> names.contains(step.name())).toList();
  }

  /** The steps among the given ones that wait directly for the named one. */
  public List<PipelineStep> following(StepName name, Collection<StepName> among) {
    return steps.stream()
        .filter(step -> among.contains(step.name()) && step.after().contains(name))
        .toList();
  }

  private void addWithPrerequisites(StepName name, LinkedHashSet<StepName> names) {
    var step =
        step(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the pipeline '%s' has no step '%s'; it has %s"
                            .formatted(
                                this.name, name, steps.stream().map(PipelineStep::name).toList())));
    step.after().forEach(before -> addWithPrerequisites(before, names));
    names.add(name);
  }
}
