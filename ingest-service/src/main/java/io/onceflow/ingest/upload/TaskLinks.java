package io.onceflow.ingest.upload;

import io.onceflow.model.TaskId;
import java.net.URI;

/**
 * Makes the addresses at which a client finds its task.
 *
 * @param base of the read side, absolute, without a slash at its end
 */
record TaskLinks(String base) {
  TaskLinks {
    base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
  }

  URI self(TaskId task) {
    return URI.create(base + "/api/v1/tasks/" + task);
  }

  TaskAnswer.Links of(TaskId task) {
    var self = self(task);
    // http becomes ws and https wss
    var socket = URI.create("ws" + base.substring("http".length()) + "/ws/v1/tasks");
    return new TaskAnswer.Links(
        self, URI.create(self + "/events"), socket, URI.create(self + "/cancel"));
  }
}
