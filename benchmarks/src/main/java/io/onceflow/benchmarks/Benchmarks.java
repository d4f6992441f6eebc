package io.onceflow.benchmarks;

import io.onceflow.benchmarks.govern.GovernorBenchmark;
import io.onceflow.benchmarks.ingest.IngestBenchmark;
import io.onceflow.benchmarks.measure.Options;
import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.notify.NotifyBenchmark;
import io.onceflow.benchmarks.relay.RelayBenchmark;
import io.onceflow.benchmarks.suite.SuiteBenchmark;
import io.onceflow.benchmarks.worker.WorkerBenchmark;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What {@code benchmarks/run} starts: the first word names the benchmark. */
final class Benchmarks {
  private static final Map<String, Benchmark> ALL =
      new TreeMap<>(
          Map.of(
              "relay", new Benchmark(RelayBenchmark.OPTIONS, RelayBenchmark::run),
              "notify", new Benchmark(NotifyBenchmark.OPTIONS, NotifyBenchmark::run),
              "ingest", new Benchmark(IngestBenchmark.OPTIONS, IngestBenchmark::run),
              "suite", new Benchmark(SuiteBenchmark.OPTIONS, SuiteBenchmark::run),
              "worker", new Benchmark(WorkerBenchmark.OPTIONS, WorkerBenchmark::run),
              "governor", new Benchmark(GovernorBenchmark.OPTIONS, GovernorBenchmark::run)));

  private Benchmarks() {}

  private record Benchmark(Set<String> options, Run run) {}

  private interface Run {
    void run(Options options, Report report) throws Exception;
  }

  /** Runs one benchmark. */
  public static void main(String[] words) throws Exception {
    var benchmark = words.length == 0 ? null : ALL.get(words[0]);
    if (benchmark == null) {
      System.err.printf("Usage: benchmarks/run NAME [options], NAME one of %s%n", ALL.keySet());
      System.exit(2);
      return;
    }
    var report = new Report(words[0], "benchmarks/run " + String.join(" ", words));
    try {
      var options = Options.parse(List.of(words).subList(1, words.length), benchmark.options());
      try {
        benchmark.run().run(options, report);
      } finally {
        // what was measured before a failure took its minutes too
        report.print(System.out);
      }
      options.json().ifPresent(report::write);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }
}
