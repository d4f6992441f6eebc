package io.onceflow.worker.execution.end;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.model.StepName;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts how executions end. What happens in a transaction is counted when it has committed. */
public final class ExecutionMetrics {
  private final MeterRegistry registry;
  private final Counter takeovers;
  private final Counter lateResults;

  public ExecutionMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.takeovers =
        Counter.builder("onceflow.takeovers")
            .description("Claims taken over from workers that fell silent")
            .register(registry);
    this.lateResults =
        Counter.builder("onceflow.late.results")
            .description("Answers of workers that had lost their claim")
            .register(registry);
  }

  /** An attempt ended: {@code succeeded}, {@code failed}, {@code retried}, and so on. */
  public void ended(StepName step, String outcome) {
    var counter =
        Counter.builder("onceflow.step.executions")
            .description("Attempts by how they ended")
            .tag("step", step.value())
            .tag("outcome", outcome)
            .register(registry);
    afterCommit(counter::increment);
  }

  /**
   * Tasks were answered without a call of their own.
   *
   * @param how {@code record} for a result that was there, {@code waited} for one that was awaited
   */
  public void reused(StepName step, String how, int tasks) {
    var counter =
        Counter.builder("onceflow.step.reused")
            .description("Tasks answered by another task's call")
            .tag("step", step.value())
            .tag("how", how)
            .register(registry);
    afterCommit(() -> counter.increment(tasks));
  }

  /**
   * Work was given up, or a record set aside.
   *
   * @param step {@code unknown} where a record does not tell
   */
  public void deadLetter(String step, String code) {
    var counter =
        Counter.builder("onceflow.dead.letters")
            .description("Steps given up and records set aside")
            .tag("step", step)
            .tag("code", code)
            .register(registry);
    afterCommit(counter::increment);
  }

  public void takeover() {
    afterCommit(takeovers::increment);
  }

  /** An answer came under a claim that was lost. */
  public void lateResult() {
    afterCommit(lateResults::increment);
  }

  private static void afterCommit(Runnable count) {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      count.run();
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            count.run();
          }
        });
  }
}
