package io.onceflow.aggregator.console;

import io.onceflow.aggregator.notify.AwaitTask;
import io.onceflow.http.access.Caller;
import io.onceflow.http.problem.ProblemException;
import io.onceflow.model.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Reads a task's document as plain text, for those who may read the task. */
@RestController
final class DocumentController {
  private static final MediaType PLAIN_TEXT =
      new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

  private final AwaitTask tasks;
  private final TaskDocument document;

  DocumentController(AwaitTask tasks, TaskDocument document) {
    this.tasks = tasks;
    this.document = document;
  }

  @GetMapping("/api/console/tasks/{id}/document")
  ResponseEntity<byte[]> read(@AuthenticationPrincipal Caller caller, @PathVariable UUID id)
      throws InterruptedException {
    return tasks
        .read(new TaskId(id), caller.tenant(), Duration.ZERO)
        .flatMap(document::text)
        .map(
            text ->
                ResponseEntity.ok()
                    .contentType(PLAIN_TEXT)
                    .cacheControl(CacheControl.noStore())
                    .body(text))
        .orElseThrow(
            () -> ProblemException.notFound("There is no text of a task %s.".formatted(id)));
  }
}
