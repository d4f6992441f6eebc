package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.notify.AwaitTask;
import io.onceflow.aggregator.snapshot.Snapshots;
import io.onceflow.aggregator.snapshot.TaskSnapshot;
import io.onceflow.aggregator.state.TaskView;
import io.onceflow.http.access.Caller;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Tasks over HTTP: read, wait, list, cancel, retry. */
@RestController
@RequestMapping("/api/v1/tasks")
class TaskController {
  private static final int MOST_LISTED = 200;

  private final AwaitTask tasks;
  private final ListTasks lists;
  private final CancelTask cancelling;
  private final RetryTask retrying;
  private final Snapshots snapshots;
  private final TaskProperties properties;

  TaskController(
      AwaitTask tasks,
      ListTasks lists,
      CancelTask cancelling,
      RetryTask retrying,
      Snapshots snapshots,
      TaskProperties properties) {
    this.tasks = tasks;
    this.lists = lists;
    this.cancelling = cancelling;
    this.retrying = retrying;
    this.snapshots = snapshots;
    this.properties = properties;
  }

  @GetMapping("/{id}")
  ResponseEntity<TaskSnapshot> read(
      @AuthenticationPrincipal Caller caller,
      @PathVariable UUID id,
      @RequestParam(defaultValue = "PT0S") Duration wait)
      throws InterruptedException {
    if (wait.isNegative()) {
      throw ProblemException.invalidField("wait", "must not be negative, as PT30S");
    }
    var longest = properties.maxWait().compareTo(wait) < 0 ? properties.maxWait() : wait;
    return tasks
        .read(new TaskId(id), caller.tenant(), longest)
        .map(view -> snapshots.of(view).under(base()))
        .map(body -> ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body))
        .orElseThrow(() -> notFound(id));
  }

  @GetMapping
  TaskList list(
      @AuthenticationPrincipal Caller caller,
      @RequestParam(defaultValue = "") List<TaskStatus> status,
      @RequestParam(required = false) @Nullable String pipeline,
      @RequestParam(required = false) @Nullable String step,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable String q,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(defaultValue = "50") int limit) {
    if (limit < 1 || limit > MOST_LISTED) {
      throw ProblemException.invalidField("limit", "must be between 1 and " + MOST_LISTED);
    }
    if (from != null && to != null && !from.isBefore(to)) {
      throw ProblemException.invalidField("from", "must be before 'to'");
    }
    var filter =
        new TaskFilter(caller.tenant(), status, pipeline, step, from, to, q, Cursor.read(cursor));
    var page = lists.list(filter, limit);
    var base = base();
    return new TaskList(
        page.tasks().stream().map(view -> snapshots.briefly(view).under(base)).toList(),
        Cursor.of(page.last()));
  }

  @PostMapping("/{id}/cancel")
  TaskSnapshot cancel(@AuthenticationPrincipal Caller caller, @PathVariable UUID id)
      throws InterruptedException {
    var task = arrived(caller, id);
    return switch (cancelling.cancel(task, caller.tenant(), caller.user())) {
      case ChangeOutcome.Done _ -> snapshots.of(present(caller, id)).under(base());
      case ChangeOutcome.NotInStatus refused ->
          throw ProblemException.conflict(
              "already-final",
              "The task is %s and can no longer be cancelled.".formatted(refused.status()));
      case ChangeOutcome.NotFound _, ChangeOutcome.NothingToDo _ -> throw notFound(id);
    };
  }

  @PostMapping("/{id}/retry")
  TaskSnapshot retry(@AuthenticationPrincipal Caller caller, @PathVariable UUID id)
      throws InterruptedException {
    var task = arrived(caller, id);
    return switch (retrying.retry(task, caller.tenant())) {
      case ChangeOutcome.Done _ -> snapshots.of(present(caller, id)).under(base());
      case ChangeOutcome.NotInStatus refused ->
          throw ProblemException.conflict(
              "not-retryable",
              "The task is %s. Submit the document again.".formatted(refused.status()));
      case ChangeOutcome.NothingToDo _ ->
          throw ProblemException.conflict(
              "nothing-to-retry", "No step of the task has failed or is missing.");
      case ChangeOutcome.NotFound _ -> throw notFound(id);
    };
  }

  /** The id, once the task has arrived or is not expected to. */
  private TaskId arrived(Caller caller, UUID id) throws InterruptedException {
    return present(caller, id).task().id();
  }

  private TaskView present(Caller caller, UUID id) throws InterruptedException {
    return tasks
        .read(new TaskId(id), caller.tenant(), Duration.ZERO)
        .orElseThrow(() -> notFound(id));
  }

  private static ProblemException notFound(UUID id) {
    return ProblemException.notFound("There is no task " + id + ".");
  }

  private static String base() {
    return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
  }

  /**
   * A page of tasks, newest first, without their results.
   *
   * @param nextCursor of the page that follows; absent on the last
   */
  record TaskList(List<TaskSnapshot> items, @Nullable String nextCursor) {}
}
