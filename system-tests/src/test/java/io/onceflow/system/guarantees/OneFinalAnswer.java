package io.onceflow.system.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.system.suite.TaskSocket;

/** A listener is told of a task's completion once, and revisions only rise. */
public final class OneFinalAnswer {
  private final TaskSocket socket;

  public OneFinalAnswer(TaskSocket socket) {
    this.socket = socket;
  }

  public void check(String taskId) {
    var frames = socket.frames(taskId);
    assertThat(frames.stream().filter(frame -> frame.get("type").asString().equals("completed")))
        .as("completed frames of %s", taskId)
        .hasSize(1);
    assertThat(
            frames.stream()
                .filter(frame -> frame.get("type").asString().equals("snapshot"))
                .map(frame -> frame.at("/task/revision").asLong()))
        .as("revisions of %s", taskId)
        .isSorted()
        .doesNotHaveDuplicates();
  }
}
