package io.onceflow.ingest.upload;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.ingest.commit.Outcome;
import java.util.Locale;

/** Counts what became of uploads. */
final class UploadMetrics {
  private final MeterRegistry registry;
  private final Counter accepted;

  UploadMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.accepted =
        Counter.builder("onceflow.tasks.accepted")
            .description("Tasks that were committed and answered with 202 as new")
            .register(registry);
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
