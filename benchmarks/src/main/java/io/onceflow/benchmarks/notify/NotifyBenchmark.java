package io.onceflow.benchmarks.notify;

import io.onceflow.benchmarks.measure.CpuMeter;
import io.onceflow.benchmarks.measure.Latencies;
import io.onceflow.benchmarks.measure.Options;
import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.service.ServiceProcess;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * One aggregator with thousands of idle WebSockets while tasks finish at a steady rate, some of
 * them watched; what it can merge when a backlog waits; and many deadlines in the same moment.
 */
public final class NotifyBenchmark {
  /** The options of this benchmark. */
  public static final Set<String> OPTIONS =
      Set.of("--sockets", "--rate", "--seconds", "--backlog", "--due");

  private static final List<String> HEAP = List.of("-Xmx512m");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int WATCH_EACH = 10;
  private static final int WATCHERS = 20;

  private final Report report;
  private final Options options;

  private NotifyBenchmark(Options options, Report report) {
    this.options = options;
    this.report = report;
  }

  /** Measures into the report. */
  public static void run(Options options, Report report) throws Exception {
    new NotifyBenchmark(options, report).run();
  }

  private void run() throws Exception {
    try (var stack = Stack.start()) {
      report.note("servers", stack.versions());
      var aggregator = stack.startService(ServiceKind.AGGREGATOR, "aggregator", Map.of(), HEAP);
      var heap = new Heap(aggregator.instance().managementPort());
      report.note("heap of the aggregator", "%d MB at most".formatted(heap.mostMegabytes()));
      var meter = new CpuMeter(stack::processes);
      try (var messages = new TaskMessages(stack.kafka())) {
        warmUp(stack, messages);
        for (var run = 1; run <= options.runs(); run++) {
          System.err.printf("run %d of %d%n", run, options.runs());
          sockets(stack, aggregator, messages, meter, heap);
          backlog(stack, messages, meter);
          deadlines(stack, messages);
        }
      }
    }
  }

  private static void warmUp(Stack stack, TaskMessages messages) throws Exception {
    var tasks = finished(messages, 10_000);
    awaitStatus(stack, tasks, "COMPLETED");
  }

  private void sockets(
      Stack stack, ServiceProcess aggregator, TaskMessages messages, CpuMeter meter, Heap heap)
      throws Exception {
    var count = options.number("--sockets", 5_000);
    var rate = options.number("--rate", 500);
    var seconds = options.number("--seconds", 20);
    var latencies = new Latencies();
    try (var idle = new Sockets(aggregator.instance().port(), stack.apiKey(), latencies);
        var watching = new Sockets(aggregator.instance().port(), stack.apiKey(), latencies)) {
      var open = accepted(messages, count, Duration.ofHours(1));
      awaitStatus(stack, open, "PROCESSING");
      for (var task : open) {
        idle.connect().subscribe(task.taskId());
      }
      var watchers = new ArrayList<Sockets.Client>();
      for (var i = 0; i < WATCHERS; i++) {
        watchers.add(watching.connect());
      }
      await(() -> idle.snapshots() >= count);
      var name = "%,d idle sockets, %,d finishing tasks/s".formatted(count, rate);
      var before = meter.read();
      var tasks = steadily(messages, rate, seconds, watchers, watching, heap);
      await(() -> watching.completions() >= tasks.size() / WATCH_EACH);
      awaitStatus(stack, tasks, "COMPLETED");
      var after = meter.read();
      report.add(name, "sockets open at the end", "sockets", idle.open());
      report.add(name, "last result to completed p50", "ms", latencies.percentile(50));
      report.add(name, "last result to completed p99", "ms", latencies.percentile(99));
      report.add(name, "last result to completed max", "ms", latencies.percentile(100));
      report.add(name, "heap in use, highest", "MB", heap.highestMegabytes());
      report.addCpu(name, before, after, tasks.size(), "task");
    }
  }

  /** Accepts and finishes tasks at the rate; some are watched. */
  private static List<TaskAccepted> steadily(
      TaskMessages messages,
      int rate,
      int seconds,
      List<Sockets.Client> watchers,
      Sockets watching,
      Heap heap)
      throws InterruptedException {
    var tasks = new ArrayList<TaskAccepted>();
    var begin = System.nanoTime();
    for (var i = 0; i < rate * seconds; i++) {
      var due = begin + i * 1_000_000_000L / rate;
      var early = due - System.nanoTime();
      if (early > 0) {
        Thread.sleep(Duration.ofNanos(early));
      }
      var task = messages.task(Duration.ofMinutes(5));
      tasks.add(task);
      if (i % WATCH_EACH == 0) {
        watching.expect(task.taskId());
        watchers.get(i / WATCH_EACH % watchers.size()).subscribe(task.taskId());
      }
      messages.accept(task);
      messages.finish(task, () -> watching.sent(task.taskId()));
      if (i % rate == 0) {
        heap.read();
      }
    }
    messages.flush();
    return tasks;
  }

  private void backlog(Stack stack, TaskMessages messages, CpuMeter meter) throws Exception {
    var count = options.number("--backlog", 10_000);
    var before = meter.read();
    var began = System.nanoTime();
    var tasks = finished(messages, count);
    awaitStatus(stack, tasks, "COMPLETED");
    var seconds = (System.nanoTime() - began) / 1e9;
    var after = meter.read();
    var name = "%,d tasks at once, five messages each".formatted(count);
    report.add(name, "merged", "tasks/s", count / seconds);
    report.addCpu(name, before, after, count, "task");
  }

  private void deadlines(Stack stack, TaskMessages messages) throws Exception {
    var count = options.number("--due", 10_000);
    var deadline = Instant.now().plusSeconds(15);
    var tasks = new ArrayList<TaskAccepted>();
    for (var i = 0; i < count; i++) {
      var task = messages.task(Duration.between(Instant.now(), deadline));
      messages.accept(task);
      tasks.add(task);
    }
    messages.flush();
    awaitStatus(stack, tasks, "PROCESSING");
    if (Instant.now().isAfter(deadline)) {
      throw new IllegalStateException("the tasks had not arrived by their deadline");
    }
    awaitStatus(stack, tasks, "FAILED");
    var name = "%,d deadlines at once".formatted(count);
    report.add(name, "answered late by p50", "ms", lateness(stack, tasks, 0.5));
    report.add(name, "answered late by, most", "ms", lateness(stack, tasks, 1));
  }

  private static List<TaskAccepted> accepted(TaskMessages messages, int count, Duration deadline) {
    var tasks = new ArrayList<TaskAccepted>();
    for (var i = 0; i < count; i++) {
      var task = messages.task(deadline);
      messages.accept(task);
      tasks.add(task);
    }
    messages.flush();
    return tasks;
  }

  private static List<TaskAccepted> finished(TaskMessages messages, int count) {
    var tasks = accepted(messages, count, Duration.ofMinutes(5));
    tasks.forEach(task -> messages.finish(task, () -> {}));
    messages.flush();
    return tasks;
  }

  private static void awaitStatus(Stack stack, List<TaskAccepted> tasks, String status)
      throws Exception {
    var query =
        "select count(*) from aggregator.task where id between ? and ? and status = ? and accepted"
            + " is not null";
    try (var connection = stack.connect();
        var statement = connection.prepareStatement(query)) {
      statement.setObject(1, first(tasks).value());
      statement.setObject(2, last(tasks).value());
      statement.setString(3, status);
      await(
          () -> {
            try (var row = statement.executeQuery()) {
              return row.next() && row.getLong(1) == tasks.size();
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  private static double lateness(Stack stack, List<TaskAccepted> tasks, double share)
      throws SQLException {
    var query =
        "select percentile_disc(?) within group (order by"
            + " 1000 * extract(epoch from finished_at - deadline_at)::float8)"
            + " from aggregator.task where id between ? and ?";
    try (var connection = stack.connect();
        var statement = connection.prepareStatement(query)) {
      statement.setDouble(1, share);
      statement.setObject(2, first(tasks).value());
      statement.setObject(3, last(tasks).value());
      try (var row = statement.executeQuery()) {
        row.next();
        return row.getDouble(1);
      }
    }
  }

  private static TaskId first(List<TaskAccepted> tasks) {
    return tasks.getFirst().taskId();
  }

  private static TaskId last(List<TaskAccepted> tasks) {
    return tasks.getLast().taskId();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not within " + PATIENCE);
      }
      Thread.sleep(POLL);
    }
  }
}
