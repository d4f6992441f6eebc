package io.onceflow.system.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.system.suite.TasksClient;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;

/** Every task that was answered with 202 comes to its end. */
public final class NoLostTask {
  private final TasksClient tasks;
  private final Duration patience;

  /**
   * @param patience for one task, after which it counts as lost
   */
  public NoLostTask(TasksClient tasks, Duration patience) {
    this.tasks = tasks;
    this.patience = patience;
  }

  /** Checks that every task is COMPLETED. */
  public void check(Collection<String> acceptedIds) {
    var lost = new LinkedHashMap<String, String>();
    for (var id : acceptedIds) {
      var status = tasks.snapshot(id, patience).get("status").asString();
      if (!status.equals("COMPLETED")) {
        lost.put(id, status);
      }
    }
    assertThat(lost).as("tasks that were accepted and not completed").isEmpty();
  }
}
