package io.onceflow.aggregator.snapshot;

import io.onceflow.model.TaskId;

/** Where a task is read, followed and cancelled; absolute. */
public record Links(String self, String events, String socket, String cancel) {

  /**
   * The links of a task.
   *
   * @param base how the caller reached the service, for example {@code https://host}
   */
  public static Links of(String base, TaskId id) {
    var self = base + "/api/v1/tasks/" + id;
    return new Links(
        self,
        self + "/events",
        base.replaceFirst("^http", "ws") + "/ws/v1/tasks",
        self + "/cancel");
  }
}
