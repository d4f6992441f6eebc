package io.onceflow.ingest.commit;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.Supplier;

/** Measures commits and the crowd before them. */
final class CommitMetrics {
  private final MeterRegistry registry;
  private final Timer commits;
  private final DistributionSummary tasksTogether;

  CommitMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.commits =
        Timer.builder("onceflow.ingest.commit")
            .description("Time of one commit of tasks, whatever their number")
            .publishPercentileHistogram()
            .register(registry);
    this.tasksTogether =
        DistributionSummary.builder("onceflow.ingest.commit.tasks")
            .description("Tasks that shared one commit")
            .register(registry);
  }

  <T> T timed(int tasks, Supplier<T> commit) {
    tasksTogether.record(tasks);
    return commits.record(commit);
  }

  void watch(GroupCommit<?, ?> commits) {
    Gauge.builder("onceflow.ingest.waiting", commits, GroupCommit::waiting)
        .description("Documents that wait for a commit")
        .register(registry);
  }
}
