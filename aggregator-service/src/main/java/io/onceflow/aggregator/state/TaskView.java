package io.onceflow.aggregator.state;

import java.util.List;

/** A task as it was at one revision. */
public record TaskView(TaskRow task, List<StepRow> steps) {
  public TaskView {
    steps = List.copyOf(steps);
  }
}
