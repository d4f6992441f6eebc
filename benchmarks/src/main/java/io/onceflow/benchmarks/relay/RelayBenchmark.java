package io.onceflow.benchmarks.relay;

import io.onceflow.benchmarks.measure.CpuMeter;
import io.onceflow.benchmarks.measure.Latencies;
import io.onceflow.benchmarks.measure.Options;
import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.stack.Stack;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Rows drained a second, and the latency from a row's commit to a consumer, of this relay, of one
 * that polls each second and waits for each send, and of Debezium: one after another, on the same
 * servers.
 */
public final class RelayBenchmark {
  /** The options of this benchmark. */
  public static final Set<String> OPTIONS =
      Set.of("--relays", "--bytes", "--rows", "--seconds", "--rates");

  private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();
  private static final int WARM_UP_ROWS = 20_000;
  private static final int WARM_UP_RATE = 500;
  private static final int WARM_UP_SECONDS = 8;
  private static final Duration REST = Duration.ofSeconds(30);
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final Report report;
  private final Options options;
  private final int bytes;
  private long nextRow = 1;

  private RelayBenchmark(Options options, Report report) {
    this.options = options;
    this.report = report;
    this.bytes = options.number("--bytes", 300);
  }

  /** Measures into the report. */
  public static void run(Options options, Report report) throws Exception {
    new RelayBenchmark(options, report).run();
  }

  private void run() throws Exception {
    report.note("rows", "one record of %d bytes each, each row a key of its own".formatted(bytes));
    for (var name : options.word("--relays", "onceflow,polling,debezium").split(",", -1)) {
      try (var stack = Stack.start("wal_level=logical");
          var subject = subject(name)) {
        measure(stack, subject);
      }
    }
  }

  private static Subject subject(String name) {
    return switch (name) {
      case "onceflow" -> new OnceflowRelay();
      case "polling" -> new PollingRelay();
      case "debezium" -> new DebeziumRelay();
      default ->
          throw new IllegalArgumentException(
              "--relays: onceflow, polling and debezium are known, not " + name);
    };
  }

  private void measure(Stack stack, Subject subject) throws Exception {
    report.note(subject.name(), subject.setting());
    report.note("servers", stack.versions());
    var meter = new CpuMeter(stack::processes);
    try (var consumer = Consumer.of(stack.kafka(), subject.topic())) {
      subject.start(stack);
      var load = new Load(stack, subject, bytes);
      warmUp(subject, load, consumer);
      for (var run = 1; run <= options.runs(); run++) {
        System.err.printf("%s, run %d of %d%n", subject.name(), run, options.runs());
        for (var rate : rates()) {
          latency(subject, load, consumer, meter, rate);
        }
        drain(subject, load, consumer, meter);
      }
      idle(subject, meter);
    }
  }

  private List<Integer> rates() {
    var rates = new ArrayList<Integer>();
    for (var rate : options.word("--rates", "100,2000").split(",", -1)) {
      rates.add(Integer.valueOf(rate));
    }
    return rates;
  }

  private Rows rows(int count) {
    var rows = new Rows(nextRow, count);
    nextRow += count;
    return rows;
  }

  private void warmUp(Subject subject, Load load, Consumer consumer)
      throws SQLException, InterruptedException {
    var first = rows(1);
    consumer.expect(first);
    load.atOnce(first);
    first.awaitAll(PATIENCE_NANOS);
    var many = rows(subject.backlog(WARM_UP_ROWS));
    consumer.expect(many);
    load.atOnce(many);
    many.awaitAll(PATIENCE_NANOS);
    var steady = rows(WARM_UP_RATE * WARM_UP_SECONDS);
    consumer.expect(steady);
    load.steadily(steady, WARM_UP_RATE);
    steady.awaitAll(PATIENCE_NANOS);
  }

  private void latency(Subject subject, Load load, Consumer consumer, CpuMeter meter, int rate)
      throws InterruptedException {
    var rows = rows(rate * options.number("--seconds", 8));
    consumer.expect(rows);
    var before = meter.read();
    load.steadily(rows, rate);
    rows.awaitAll(PATIENCE_NANOS);
    var after = meter.read();
    var latencies = new Latencies();
    for (var i = 0; i < rows.count(); i++) {
      latencies.add(rows.latency(i));
    }
    var name = "%s at %,d/s".formatted(subject.name(), rate);
    report.add(name, "commit to consumer p50", "ms", latencies.percentile(50));
    report.add(name, "commit to consumer p99", "ms", latencies.percentile(99));
    report.add(name, "commit to consumer max", "ms", latencies.percentile(100));
    report.addCpu(name, before, after, rows.count(), "row");
  }

  private void drain(Subject subject, Load load, Consumer consumer, CpuMeter meter)
      throws SQLException {
    var rows = rows(subject.backlog(options.number("--rows", 100_000)));
    consumer.expect(rows);
    var before = meter.read();
    var committedAt = load.atOnce(rows);
    rows.awaitAll(PATIENCE_NANOS);
    var after = meter.read();
    var seconds = (rows.lastReceivedAt() - committedAt) / 1e9;
    var name = subject.name() + ", a backlog of %,d rows".formatted(rows.count());
    report.add(name, "rows drained", "rows/s", rows.count() / seconds);
    report.addCpu(name, before, after, rows.count(), "row");
  }

  /** What it costs to have nothing to do. */
  private void idle(Subject subject, CpuMeter meter) throws InterruptedException {
    Thread.sleep(REST);
    for (var run = 1; run <= options.runs(); run++) {
      var before = meter.read();
      Thread.sleep(IDLE);
      var after = meter.read();
      for (var process : after.used().keySet()) {
        report.add(
            subject.name() + ", idle",
            "CPU " + process,
            "% of a core",
            after.percentOfCore(before, process));
      }
    }
  }
}
