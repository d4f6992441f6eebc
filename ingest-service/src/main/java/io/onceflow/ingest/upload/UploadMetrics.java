package io.onceflow.ingest.upload;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.function.Supplier;

/** Counts what became of uploads and measures their commits. */
final class UploadMetrics {
  private final MeterRegistry registry;
  private final Counter accepted;
  private final Timer commits;
  private final DistributionSummary tasksTogether;

  UploadMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.accepted =
        Counter.builder("onceflow.tasks.accepted")
            .description("Tasks that were committed and answered with 202 as new")
            .register(registry);
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

  void count(Outcome outcome) {
    if (outcome instanceof Outcome.Accepted) {
      accepted.increment();
    }
    Counter.builder("onceflow.uploads")
        .description("Uploads that were read, by what became of them")
        .tag("outcome", outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT))
        .register(registry)
        .increment();
  }
}
