package io.onceflow.benchmarks.suite;

import io.onceflow.benchmarks.load.CompletedFrames;
import io.onceflow.benchmarks.load.Completions;
import io.onceflow.benchmarks.load.FinishedTopic;
import io.onceflow.benchmarks.load.TaskLoad;
import io.onceflow.benchmarks.load.Texts;
import io.onceflow.benchmarks.measure.CpuMeter;
import io.onceflow.benchmarks.measure.Options;
import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.service.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The whole suite with the engine {@code echo}, so that all time is the suite's own: tasks a second
 * when it is full, and from the upload to the frame on the user's socket when it is not.
 */
public final class SuiteBenchmark {
  /** The options of this benchmark. */
  public static final Set<String> OPTIONS =
      Set.of("--characters", "--seconds", "--rates", "--in-flight");

  private static final Map<String, String> SETTINGS =
      Map.of("onceflow.engine.default", "echo", "onceflow.engine.embedded.enabled", "false");

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration WARM_UP = Duration.ofSeconds(25);

  /** After which the servers' counters hold what the sessions have done. */
  private static final Duration COUNTED = Duration.ofMillis(1500);

  private final Report report;
  private final Options options;
  private final int inFlight;
  private final Duration time;

  private SuiteBenchmark(Options options, Report report) {
    this.report = report;
    this.options = options;
    this.inFlight = options.number("--in-flight", 256);
    this.time = Duration.ofSeconds(options.number("--seconds", 10));
  }

  /** Measures into the report. */
  public static void run(Options options, Report report) throws Exception {
    new SuiteBenchmark(options, report).run();
  }

  private void run() throws Exception {
    var characters = options.number("--characters", 3000);
    report.note(
        "load",
        "texts of %d characters, pipeline article (four steps), engine echo".formatted(characters));
    try (var stack = Stack.startCounted("shared_preload_libraries=pg_stat_statements")) {
      report.note("servers", stack.versions());
      var services = new EnumMap<ServiceKind, ServiceProcess>(ServiceKind.class);
      for (var kind : ServiceKind.values()) {
        services.put(kind, stack.startService(kind, kind.label(), SETTINGS));
      }
      var load =
          new TaskLoad(
              port(services, ServiceKind.INGEST), stack.apiKey(), "", new Texts(characters));
      var tasksPort = port(services, ServiceKind.AGGREGATOR);
      try (var counters = new ServerCounters(stack);
          var finished = new FinishedTopic(stack.kafka())) {
        var meter = new CpuMeter(stack::processes);
        System.err.println("warming up");
        var warmUp = new Completions(inFlight);
        finished.tell(warmUp);
        load.saturate(warmUp, WARM_UP);
        warmUp.awaitAll(PATIENCE);
        for (var run = 1; run <= options.runs(); run++) {
          System.err.printf("run %d of %d%n", run, options.runs());
          for (var rate : rates()) {
            try (var frames = new CompletedFrames(tasksPort, stack.apiKey())) {
              latency(load, frames, counters, meter, rate);
            }
          }
          throughput(load, finished, counters, meter);
        }
      }
    }
  }

  private static int port(Map<ServiceKind, ServiceProcess> services, ServiceKind kind) {
    var service = services.get(kind);
    if (service == null) {
      throw new IllegalStateException(kind + " was not started");
    }
    return service.instance().port();
  }

  private Iterable<Integer> rates() {
    var rates = new ArrayList<Integer>();
    for (var rate : options.word("--rates", "20,200").split(",", -1)) {
      rates.add(Integer.valueOf(rate));
    }
    return rates;
  }

  private void latency(
      TaskLoad load, CompletedFrames frames, ServerCounters counters, CpuMeter meter, int rate)
      throws Exception {
    var count = Math.toIntExact(rate * time.toSeconds());
    var completions = new Completions(count);
    frames.tell(completions);
    var name = "at %,d tasks/s".formatted(rate);
    Thread.sleep(COUNTED);
    var countersBefore = counters.read();
    var before = meter.read();
    load.steadily(completions, count, rate);
    completions.awaitAll(PATIENCE);
    var after = meter.read();
    Thread.sleep(COUNTED);
    var latencies = completions.latencies();
    report.add(name, "upload to completed frame p50", "ms", latencies.percentile(50));
    report.add(name, "upload to completed frame p95", "ms", latencies.percentile(95));
    report.add(name, "upload to completed frame p99", "ms", latencies.percentile(99));
    ServerCounters.add(report, name, countersBefore, counters.read(), count, "task");
    report.addCpu(name, before, after, count, "task");
  }

  private void throughput(
      TaskLoad load, FinishedTopic finished, ServerCounters counters, CpuMeter meter)
      throws Exception {
    var completions = new Completions(inFlight);
    finished.tell(completions);
    var name = "%d tasks in flight".formatted(inFlight);
    Thread.sleep(COUNTED);
    var countersBefore = counters.read();
    var before = meter.read();
    load.saturate(completions, time);
    completions.awaitAll(PATIENCE);
    var after = meter.read();
    Thread.sleep(COUNTED);
    var count = completions.count();
    var seconds = (completions.lastDoneAt() - before.at()) / 1e9;
    report.add(name, "tasks finished", "tasks/s", count / seconds);
    report.add(name, "upload to finished record p50", "ms", completions.latencies().percentile(50));
    ServerCounters.add(report, name, countersBefore, counters.read(), count, "task");
    report.addCpu(name, before, after, count, "task");
  }
}
