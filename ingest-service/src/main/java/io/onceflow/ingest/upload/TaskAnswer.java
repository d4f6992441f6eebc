package io.onceflow.ingest.upload;

import io.onceflow.model.StepName;
import io.onceflow.model.TaskId;
import io.onceflow.model.TaskStatus;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/** The body of a 202. A repeated request gets the same bytes again. */
record TaskAnswer(
    TaskId taskId,
    TaskStatus status,
    String pipeline,
    List<StepName> steps,
    Instant submittedAt,
    Instant deadlineAt,
    Links links) {

  /**
   * Where the task is found.
   *
   * @param self its snapshot
   * @param events its revisions as they come, by SSE
   * @param socket the same for many tasks, by WebSocket
   * @param cancel to be posted to
   */
  record Links(URI self, URI events, URI socket, URI cancel) {}
}
