package io.onceflow.aggregator.tasks;

import io.onceflow.aggregator.snapshot.Snapshots;
import io.onceflow.aggregator.snapshot.TaskSnapshot;
import io.onceflow.http.access.Caller;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.model.TaskId;
import java.time.Duration;
import java.util.UUID;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Tasks over HTTP. */
@RestController
@RequestMapping("/api/v1/tasks")
class TaskController {
  private final AwaitTask tasks;
  private final Snapshots snapshots;
  private final TaskProperties properties;

  TaskController(AwaitTask tasks, Snapshots snapshots, TaskProperties properties) {
    this.tasks = tasks;
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
        .orElseThrow(() -> ProblemException.notFound("There is no task " + id + "."));
  }

  private static String base() {
    return ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
  }
}
