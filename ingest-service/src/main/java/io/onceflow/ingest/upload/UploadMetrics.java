package io.onceflow.ingest.upload;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.ingest.commit.Outcome;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts what became of uploads. */
final class UploadMetrics {
  private final Counter accepted;
  private final Map<Class<?>, Counter> byOutcome;

  UploadMetrics(MeterRegistry registry) {
    this.accepted =
        Counter.builder("onceflow.tasks.accepted")
            .description("Tasks that were committed and answered with 202 as new")
            .register(registry);
    this.byOutcome =
        Arrays.stream(Outcome.class.getPermittedSubclasses())
            .collect(
                Collectors.toUnmodifiableMap(
                    Function.identity(), outcome -> counter(outcome, registry)));
  }

  private static Counter counter(Class<?> outcome, MeterRegistry registry) {
    return Counter.builder("onceflow.uploads")
        .description("Uploads that were read, by what became of them")
        .tag("outcome", outcome.getSimpleName().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  void count(Outcome outcome) {
    if (outcome instanceof Outcome.Accepted) {
      accepted.increment();
    }
    requireNonNull(byOutcome.get(outcome.getClass())).increment();
  }
}
