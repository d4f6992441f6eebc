package io.onceflow.benchmarks.ingest;

import io.onceflow.benchmarks.load.Texts;
import io.onceflow.benchmarks.measure.CpuMeter;
import io.onceflow.benchmarks.measure.Options;
import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.devstack.service.ServiceKind;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Tasks that ingest-service accepts over HTTP, singly and in batches, beside the same rows inserted
 * straight into the database by as many connections.
 */
public final class IngestBenchmark {
  /** The options of this benchmark. */
  public static final Set<String> OPTIONS =
      Set.of("--connections", "--characters", "--batch", "--seconds");

  private static final Duration WARM_UP = Duration.ofSeconds(60);

  private final Report report;
  private final int runs;
  private final int connections;
  private final int batch;
  private final int seconds;
  private final Texts texts;

  private IngestBenchmark(Options options, Report report) {
    this.report = report;
    this.runs = options.runs();
    this.connections = options.number("--connections", 32);
    this.batch = options.number("--batch", 100);
    this.seconds = options.number("--seconds", 6);
    var characters = options.number("--characters", 3000);
    this.texts = new Texts(characters);
    report.note(
        "load",
        "%d connections, texts of %d characters, each with an idempotency key"
            .formatted(connections, characters));
  }

  /** Measures into the report. */
  public static void run(Options options, Report report) throws Exception {
    new IngestBenchmark(options, report).run();
  }

  private void run() throws Exception {
    try (var stack = Stack.start()) {
      report.note("servers", stack.versions());
      var ingest = stack.startService(ServiceKind.INGEST, "ingest", Map.of());
      var uploads = new Uploads(ingest.instance().port(), stack.apiKey(), connections, texts);
      uploads.run(WARM_UP, 1);
      uploads.run(WARM_UP.dividedBy(2), batch);
      uploads.refused();
      var limit = new InsertLoop(stack, connections, seconds);
      report.note("limit", limit.name() + ", the same rows in one statement a transaction");
      var meter = new CpuMeter(stack::processes);
      for (var run = 1; run <= runs; run++) {
        System.err.printf("run %d of %d%n", run, runs);
        measure(stack, uploads, limit, meter, 1);
        measure(stack, uploads, limit, meter, batch);
      }
    }
  }

  private void measure(Stack stack, Uploads uploads, InsertLoop limit, CpuMeter meter, int together)
      throws SQLException, IOException, InterruptedException {
    var name = together == 1 ? "one task a request" : together + " tasks a request";
    var before = meter.read();
    var accepted = uploads.run(Duration.ofSeconds(seconds), together);
    var after = meter.read();
    var refused = (double) uploads.refused();
    var rate = (double) accepted / ((after.at() - before.at()) / 1e9);
    report.add(name, "accepted", "tasks/s", rate);
    report.add(name, "refused with 503", "ratio", refused / (refused + accepted));
    var most = limit.run(statement(stack, together)) * together;
    report.add(name, "the same inserts alone", "tasks/s", most);
    report.add(name, "share of the limit", "ratio", rate / most);
    report.addCpu(name, before, after, (double) accepted, "task");
  }

  private static String statement(Stack stack, int together) throws SQLException {
    try (var connection = stack.connect()) {
      return SameInserts.like(connection, together);
    }
  }
}
