package io.onceflow.aggregator.state;

import io.onceflow.model.StepName;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskFinished.MissingStep;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names the steps without a result, each with its reason. */
public final class MissingSteps {
  private MissingSteps() {}

  /** In the pipeline's order; of an unfinished task only those that have no result to come. */
  public static List<MissingStep> of(TaskView view) {
    var accepted = view.task().accepted();
    if (accepted == null) {
      return List.of();
    }
    Map<StepName, StepRow> rows =
        view.steps().stream().collect(Collectors.toMap(StepRow::step, Function.identity()));
    return accepted.steps().stream()
        .map(step -> rows.getOrDefault(step, StepRow.pending(view.task().id(), step)))
        .filter(row -> row.status() != StepStatus.SUCCEEDED)
        .filter(row -> row.status().isFinal() || view.task().status().isFinal())
        .map(row -> new MissingStep(row.step(), reason(row, view.task(), accepted)))
        .toList();
  }

  private static String reason(StepRow row, TaskRow task, AcceptedTask accepted) {
    return switch (row.status()) {
      case FAILED -> "failed";
      case EXPIRED -> "expired";
      case SKIPPED -> "skipped";
      case PENDING -> neverBegan(task, accepted) ? "expired" : "deadline";
      case RUNNING, RETRYING, SUCCEEDED -> "deadline";
    };
  }

  private static boolean neverBegan(TaskRow task, AcceptedTask accepted) {
    var finished = task.finishedAt();
    return finished != null && !accepted.expiresAt().isAfter(finished);
  }
}
