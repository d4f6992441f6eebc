package io.onceflow.aggregator.state;

import io.onceflow.model.MessageJson;
import io.onceflow.model.pipeline.Pipelines;
import tools.jackson.databind.node.ObjectNode;

/** The merged answer: a field for each step that succeeded, named by the step's definition. */
public final class MergedResult {
  private MergedResult() {}

  /** In the order of the task's steps. */
  public static ObjectNode of(TaskView view, Pipelines pipelines) {
    var merged = MessageJson.mapper().createObjectNode();
    var accepted = view.task().accepted();
    if (accepted != null) {
      for (var name : accepted.steps()) {
        var field = pipelines.step(name).map(it -> it.resultField()).orElse(name.value());
        view.steps().stream()
            .filter(row -> row.step().equals(name) && row.outcome().result() != null)
            .forEach(row -> merged.set(field, row.outcome().result()));
      }
    }
    return merged;
  }
}
