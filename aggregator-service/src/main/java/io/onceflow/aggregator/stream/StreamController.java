package io.onceflow.aggregator.stream;

import io.onceflow.aggregator.notify.AwaitTask;
import io.onceflow.http.access.Caller;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.model.TaskId;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** A task's revisions as server-sent events; the id of an event is the revision. */
@RestController
class StreamController {
  private final AwaitTask tasks;
  private final Streams streams;

  StreamController(AwaitTask tasks, Streams streams) {
    this.tasks = tasks;
    this.streams = streams;
  }

  @GetMapping(path = "/api/v1/tasks/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter events(
      @AuthenticationPrincipal Caller caller,
      @PathVariable UUID id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable Long lastEventId)
      throws InterruptedException {
    var task = new TaskId(id);
    if (tasks.read(task, caller.tenant(), Duration.ZERO).isEmpty()) {
      throw ProblemException.notFound("There is no task " + id + ".");
    }
    var base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    return streams.open(task, caller.tenant(), base, lastEventId == null ? 0 : lastEventId);
  }
}
