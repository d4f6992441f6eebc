package io.onceflow.aggregator.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.onceflow.aggregator.state.TaskState;
import io.onceflow.model.TaskStatus;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Counts final answers and measures how long they took. */
final class TaskMetrics {
  private final Map<TaskStatus, Counter> finished = new EnumMap<>(TaskStatus.class);
  private final Timer duration;

  TaskMetrics(MeterRegistry registry) {
    for (var status : TaskStatus.values()) {
      if (status.isFinal()) {
        finished.put(
            status,
            Counter.builder("onceflow.tasks.finished")
                .description("Tasks that were given their final answer")
                .tag("status", status.name())
                .register(registry));
      }
    }
    duration =
        Timer.builder("onceflow.task.duration")
            .description("From submission to the final answer")
            .publishPercentileHistogram()
            .minimumExpectedValue(Duration.ofMillis(1))
            .maximumExpectedValue(Duration.ofMinutes(10))
            .register(registry);
  }

  /** Counts the task if this change gave it its first final answer. */
  void changed(TaskState state) {
    var finishedAt = state.task().finishedAt();
    var counter = finished.get(state.task().status());
    if (state.before().finishedAt() == null && finishedAt != null && counter != null) {
      counter.increment();
      duration.record(Duration.between(state.accepted().submittedAt(), finishedAt));
    }
  }
}
