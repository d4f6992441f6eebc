package io.onceflow.aggregator.snapshot;

import io.onceflow.aggregator.state.MergedResult;
import io.onceflow.aggregator.state.MissingSteps;
import io.onceflow.aggregator.state.StepRow;
import io.onceflow.aggregator.state.TaskView;
import io.onceflow.model.StepName;
import io.onceflow.model.pipeline.Pipelines;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Makes snapshots of tasks and their JSON. */
public final class Snapshots {
  private final Pipelines pipelines;
  private final JsonMapper json;

  Snapshots(Pipelines pipelines, JsonMapper json) {
    this.pipelines = pipelines;
    this.json = json;
  }

  /** The whole task. */
  public TaskSnapshot of(TaskView view) {
    return of(view, true);
  }

  /** The task without results, for lists. */
  public TaskSnapshot briefly(TaskView view) {
    return of(view, false);
  }

  /** The JSON of the whole task without links. */
  public String json(TaskView view) {
    return json.writeValueAsString(of(view));
  }

  /** The JSON with the links for a caller who reached the service under the given address. */
  public String linked(String snapshot, Links links) {
    return snapshot.substring(0, snapshot.length() - 1)
        + ",\"links\":"
        + json.writeValueAsString(links)
        + "}";
  }

  private TaskSnapshot of(TaskView view, boolean withResults) {
    var row = view.task();
    var accepted = row.accepted();
    if (accepted == null) {
      throw new IllegalArgumentException("task " + row.id() + " has not been accepted yet");
    }
    var finishedAt = row.finishedAt();
    return new TaskSnapshot(
        row.id(),
        row.revision(),
        row.status(),
        accepted.pipeline(),
        accepted.title(),
        accepted.priority(),
        accepted.submittedAt(),
        accepted.deadlineAt(),
        finishedAt,
        finishedAt == null ? null : Duration.between(accepted.submittedAt(), finishedAt).toMillis(),
        steps(view, withResults),
        withResults ? MergedResult.of(view, pipelines) : null,
        MissingSteps.of(view),
        accepted.message().metadata(),
        null);
  }

  private static Map<StepName, StepSnapshot> steps(TaskView view, boolean withResults) {
    var rows = view.steps().stream().collect(Collectors.toMap(StepRow::step, Function.identity()));
    var steps = new LinkedHashMap<StepName, StepSnapshot>();
    var accepted = view.task().accepted();
    if (accepted != null) {
      for (var name : accepted.steps()) {
        var row = rows.getOrDefault(name, StepRow.pending(view.task().id(), name));
        steps.put(name, StepSnapshot.of(row, withResults));
      }
    }
    return steps;
  }
}
