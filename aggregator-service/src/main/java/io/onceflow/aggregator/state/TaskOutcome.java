package io.onceflow.aggregator.state;

import io.onceflow.model.StepName;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskStatus;
import io.onceflow.model.pipeline.Pipeline;
import java.util.Map;
import java.util.Optional;

/** Which status the states of a task's steps amount to. */
final class TaskOutcome {
  private TaskOutcome() {}

  /**
   * The status that the task would have were nothing more to come.
   *
   * @param steps the task's steps with their status
   * @param pastExpiry whether steps that never began cannot begin any more
   */
  static TaskStatus of(
      Map<StepName, StepStatus> steps, Optional<Pipeline> pipeline, boolean pastExpiry) {
    var required = steps.keySet().stream().filter(step -> isRequired(step, pipeline)).toList();
    if (steps.containsValue(StepStatus.SUCCEEDED)) {
      return required.stream().allMatch(step -> steps.get(step) == StepStatus.SUCCEEDED)
          ? TaskStatus.COMPLETED
          : TaskStatus.PARTIAL;
    }
    return neverRan(steps, pastExpiry) ? TaskStatus.EXPIRED : TaskStatus.FAILED;
  }

  /** Whether every step has come to its end. */
  static boolean isSettled(Map<StepName, StepStatus> steps) {
    return steps.values().stream().allMatch(StepStatus::isFinal);
  }

  private static boolean isRequired(StepName step, Optional<Pipeline> pipeline) {
    return pipeline.flatMap(it -> it.step(step)).map(it -> it.required()).orElse(true);
  }

  private static boolean neverRan(Map<StepName, StepStatus> steps, boolean pastExpiry) {
    var expired = pastExpiry || steps.containsValue(StepStatus.EXPIRED);
    return expired
        && steps.values().stream()
            .allMatch(
                status ->
                    switch (status) {
                      case EXPIRED, SKIPPED -> true;
                      case PENDING -> pastExpiry;
                      case RUNNING, RETRYING, SUCCEEDED, FAILED -> false;
                    });
  }
}
