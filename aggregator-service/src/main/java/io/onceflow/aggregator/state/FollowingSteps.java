package io.onceflow.aggregator.state;

import io.onceflow.model.Input;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepName;
import io.onceflow.model.StepRequested;
import io.onceflow.model.StepStatus;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskStatus;
import io.onceflow.model.Topics;
import io.onceflow.model.pipeline.PipelineStep;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.OutboxMessage;
import io.onceflow.outbox.OutboxRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides about the steps that wait for others: asked as soon as all that they wait for has
 * succeeded, skipped when some of it cannot succeed any more. Each is asked once.
 */
public final class FollowingSteps {
  private static final String SOURCE = "aggregator-service";

  private final Pipelines pipelines;

  public FollowingSteps(Pipelines pipelines) {
    this.pipelines = pipelines;
  }

  /** Advances an accepted task's waiting steps and returns the requests to append, if any. */
  List<OutboxRow> advance(TaskState state) {
    var accepted = state.accepted();
    var pipeline = pipelines.pipeline(accepted.pipeline());
    var ready = new ArrayList<PipelineStep>();
    for (var name : accepted.steps()) {
      pipeline
          .flatMap(it -> it.step(name))
          .filter(step -> !step.after().isEmpty() && isWaiting(state, step))
          .filter(step -> mayRun(state, step))
          .ifPresent(ready::add);
    }
    return request(state, ready);
  }

  /**
   * Asks for steps again: at once where nothing is in the way, and the others when what they wait
   * for has succeeded.
   *
   * @return whether the pipeline still has any of the steps
   */
  public boolean askAgain(TaskState state, List<StepName> names) {
    var pipeline = pipelines.pipeline(state.accepted().pipeline());
    var steps =
        names.stream().flatMap(name -> pipeline.flatMap(it -> it.step(name)).stream()).toList();
    steps.forEach(step -> state.reopen(step.name()));
    state.send(request(state, steps.stream().filter(step -> isReady(state, step)).toList()));
    return !steps.isEmpty();
  }

  /** Asks for steps whose prerequisites have succeeded, and marks them as asked. */
  private List<OutboxRow> request(TaskState state, List<PipelineStep> steps) {
    if (steps.isEmpty()) {
      return List.of();
    }
    var task = state.accepted().message();
    steps.forEach(step -> state.put(state.step(step.name()).asked(state.now())));
    return steps.stream().map(step -> row(state, request(state, step, task))).toList();
  }

  /** Whether all that the step waits for has succeeded. */
  private static boolean isReady(TaskState state, PipelineStep step) {
    return step.after().stream()
        .allMatch(before -> state.step(before).status() == StepStatus.SUCCEEDED);
  }

  // a step that was skipped for a prerequisite which then succeeded after all waits again
  private static boolean isWaiting(TaskState state, PipelineStep step) {
    var row = state.step(step.name());
    return row.history().askedAt() == null
        && (row.status() == StepStatus.PENDING
            || (row.status() == StepStatus.SKIPPED && isReady(state, step)));
  }

  private static boolean mayRun(TaskState state, PipelineStep step) {
    var row = state.step(step.name());
    for (var before : step.after()) {
      var status = state.step(before).status();
      if (status.isFinal() && status != StepStatus.SUCCEEDED) {
        state.put(row.skipped(why(before, status), state.now()));
        return false;
      }
    }
    if (!isReady(state, step) || state.task().status() == TaskStatus.CANCELLED) {
      return false;
    }
    if (!state.accepted().expiresAt().isAfter(state.now())) {
      state.put(row.expired(state.now()));
      return false;
    }
    return true;
  }

  private static String why(StepName before, StepStatus status) {
    return switch (status) {
      case EXPIRED -> "the step '%s' that it waits for expired".formatted(before);
      case SKIPPED -> "the step '%s' that it waits for was skipped".formatted(before);
      default -> "the step '%s' that it waits for failed".formatted(before);
    };
  }

  private static StepRequested request(TaskState state, PipelineStep step, TaskAccepted task) {
    Input input = task.input();
    var sha256 = task.inputSha256();
    for (var before : step.after()) {
      var made = state.step(before).outcome();
      if (made.output() != null && made.outputSha256() != null) {
        input = made.output();
        sha256 = made.outputSha256();
        break;
      }
    }
    return StepRequested.first(task, step.definition(), input, sha256, SOURCE, state.now());
  }

  private static OutboxRow row(TaskState state, StepRequested request) {
    var message =
        OutboxMessage.joining(
            Topics.ofStep(request.step(), request.lane()), request, MessageJson.head(request));
    return new OutboxRow(
        state.id(),
        List.of(message),
        MessageJson.tail(request),
        state.accepted().traceparent(),
        request.expiresAt());
  }
}
