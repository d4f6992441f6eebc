package io.onceflow.worker.claim;

import io.onceflow.model.Lane;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.worker.claim.StepSlots.Grant;
import io.onceflow.worker.execution.StepExecution;
import io.onceflow.worker.execution.StepExecutionTable;
import io.onceflow.worker.execution.StepExecutionTable.Queue;
import io.onceflow.worker.run.RunStep;
import java.util.List;

/**
 * Takes up work that waits in the database because its tenant had its share of slots: whenever a
 * slot gets free, and now and then for queues that other workers left.
 */
final class QueuedSteps implements Runnable {
  private final StepExecutionTable table;
  private final Slots slots;
  private final RunStep run;
  private final Pipelines pipelines;
  private volatile boolean anyQueued = true;

  QueuedSteps(StepExecutionTable table, Slots slots, RunStep run, Pipelines pipelines) {
    this.table = table;
    this.slots = slots;
    this.run = run;
    this.pipelines = pipelines;
  }

  /** Whether the last look found a queue. */
  boolean anyQueued() {
    return anyQueued;
  }

  @Override
  public void run() {
    var queues = table.queues();
    anyQueued = !queues.isEmpty();
    queues.forEach(this::takeUp);
  }

  private void takeUp(Queue queue) {
    var step = pipelines.step(queue.step());
    if (step.isEmpty()) {
      return; // of workers with other pipelines
    }
    var taken = 0;
    while (taken < queue.length()
        && slots.take(queue.step(), Lane.NORMAL, queue.tenant()) == Grant.GIVEN) {
      taken++;
    }
    List<StepExecution> claimed = List.of();
    try {
      claimed = taken == 0 ? List.of() : table.claimQueued(queue, taken);
    } finally {
      for (var i = claimed.size(); i < taken; i++) {
        slots.release(queue.step(), queue.tenant());
      }
    }
    for (var row : claimed) {
      run.start(
          NewClaims.ofRow(row, step.get()), () -> slots.release(queue.step(), queue.tenant()));
    }
  }
}
