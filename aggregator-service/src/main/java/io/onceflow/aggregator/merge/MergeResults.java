package io.onceflow.aggregator.merge;

import io.onceflow.aggregator.state.AcceptedTask;
import io.onceflow.aggregator.state.TaskRow;
import io.onceflow.aggregator.state.TaskState;
import io.onceflow.aggregator.store.ChangeTasks;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepProgress;
import io.onceflow.model.TaskId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Merges a batch of messages in one transaction. What was merged before, or comes in another order
 * or in another instance at the same time, leads to the same state: each task's row is locked, and
 * a result that comes before its task waits in the tables.
 */
final class MergeResults {
  private final ChangeTasks tasks;

  MergeResults(ChangeTasks tasks) {
    this.tasks = tasks;
  }

  /** Merges the messages; they are durable when this returns. */
  void merge(List<Arrival> arrivals) {
    var rows = rows(arrivals);
    if (rows.isEmpty()) {
      return;
    }
    tasks.arrived(
        rows,
        states -> {
          for (var arrival : acceptedFirst(arrivals)) {
            var state = states.get(arrival.taskId());
            if (state != null) {
              apply(arrival, state);
            }
          }
        });
  }

  private static void apply(Arrival arrival, TaskState state) {
    switch (arrival) {
      case Arrival.Accepted it -> state.accept(it.task());
      case Arrival.Finished it -> state.apply(it.message());
      case Arrival.Progress it -> state.apply(it.message());
    }
  }

  /** One row for each task, with what it was accepted with where the batch holds it. */
  private static List<TaskRow> rows(List<Arrival> arrivals) {
    var rows = new LinkedHashMap<TaskId, TaskRow>();
    for (var arrival : acceptedFirst(arrivals)) {
      var accepted = arrival instanceof Arrival.Accepted it ? it.task() : null;
      rows.putIfAbsent(
          arrival.taskId(), TaskRow.arrived(arrival.taskId(), arrival.tenant(), accepted));
    }
    return List.copyOf(rows.values());
  }

  private static List<Arrival> acceptedFirst(List<Arrival> arrivals) {
    var ordered = new ArrayList<>(arrivals);
    ordered.sort(
        (a, b) -> Boolean.compare(b instanceof Arrival.Accepted, a instanceof Arrival.Accepted));
    return ordered;
  }

  /** A message that the aggregator merges. */
  sealed interface Arrival {
    TaskId taskId();

    String tenant();

    /** A task. */
    record Accepted(TaskId taskId, String tenant, AcceptedTask task) implements Arrival {}

    /** The end of a step. */
    record Finished(StepFinished message) implements Arrival {
      @Override
      public TaskId taskId() {
        return message.taskId();
      }

      @Override
      public String tenant() {
        return message.tenant();
      }
    }

    /** A sign of life of a step. */
    record Progress(StepProgress message) implements Arrival {
      @Override
      public TaskId taskId() {
        return message.taskId();
      }

      @Override
      public String tenant() {
        return message.tenant();
      }
    }
  }
}
