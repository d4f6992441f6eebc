package io.onceflow.benchmarks.govern;

import io.onceflow.benchmarks.load.HttpConnection;
import io.onceflow.benchmarks.load.Texts;
import io.onceflow.benchmarks.measure.Options;
import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.service.ServiceProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tasks against a chat endpoint that allows so many requests a second and does not say how many:
 * how much of the allowance two workers use, and how many requests are answered 429.
 */
public final class GovernorBenchmark {
  /** The options of this benchmark. */
  public static final Set<String> OPTIONS =
      Set.of("--tasks", "--per-second", "--workers", "--limit", "--latency");

  private static final long LEARNING = TimeUnit.SECONDS.toNanos(10);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Report report;
  private final int runs;
  private final int tasks;
  private final int perSecond;
  private final int workers;
  private final boolean saving;
  private final Duration latency;

  private GovernorBenchmark(Options options, Report report) {
    this.report = report;
    this.runs = options.runs();
    this.tasks = options.number("--tasks", 1_000);
    this.perSecond = options.number("--per-second", 50);
    this.workers = options.number("--workers", 2);
    this.saving = options.word("--limit", "bucket").equals("bucket");
    this.latency = Duration.ofMillis(options.number("--latency", 200));
    report.note(
        "load",
        "%d tasks, %d workers, an endpoint that allows %d requests/s (%s) and takes %s"
            .formatted(tasks, workers, perSecond, saving ? "bucket" : "sliding window", latency));
  }

  /** Measures into the report. */
  public static void run(Options options, Report report) throws Exception {
    new GovernorBenchmark(options, report).run();
  }

  private void run() throws Exception {
    try (var stack = Stack.start()) {
      report.note("servers", stack.versions());
      var ingest = stack.startService(ServiceKind.INGEST, "ingest", Map.of());
      stack.startService(ServiceKind.RELAY, "relay", Map.of());
      for (var run = 1; run <= runs; run++) {
        System.err.printf("run %d of %d%n", run, runs);
        try (var chat = new LimitedChat(perSecond, saving, latency)) {
          measure(stack, ingest.instance().port(), chat, run);
        }
      }
    }
  }

  /** Each run has a model of its own, of which nothing was learnt before. */
  private void measure(Stack stack, int ingestPort, LimitedChat chat, int run) throws Exception {
    var settings = new HashMap<String, String>();
    settings.put("onceflow.engine.default", "openai");
    settings.put("onceflow.engine.openai.endpoints.default.base-url", chat.baseUrl());
    settings.put("onceflow.engine.openai.endpoints.default.model", "model-" + run);
    var started = new ArrayList<ServiceProcess>();
    for (var worker = 1; worker <= workers; worker++) {
      started.add(
          stack.startService(ServiceKind.WORKER, "worker-%d-%d".formatted(run, worker), settings));
    }
    upload(stack, ingestPort, run);
    awaitAnswers(chat);
    started.forEach(stack::stopService);
    evaluate(chat.requests());
  }

  private void upload(Stack stack, int port, int run) throws IOException {
    var texts = new Texts(2_000);
    try (var connection = new HttpConnection(port, stack.apiKey())) {
      for (var number = 0; number < tasks; number++) {
        var body =
            "{\"steps\":[\"summary-gen\"],\"text\":\"%d %s\"}"
                .formatted(run, texts.of((long) run * tasks + number));
        var headers =
            "Content-Type: application/json\r\nIdempotency-Key: governed-%d-%d:process:1\r\n"
                .formatted(run, number);
        var answer =
            connection.post("/api/v1/tasks", headers, body.getBytes(StandardCharsets.UTF_8));
        if (answer.status() != 202) {
          throw new IllegalStateException("not accepted: " + answer);
        }
      }
    }
  }

  private void awaitAnswers(LimitedChat chat) {
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (chat.requests().stream().filter(LimitedChat.Request::answered).count() < tasks) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("not all tasks were answered within " + PATIENCE);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private void evaluate(List<LimitedChat.Request> requests) {
    var began = requests.getFirst().nanos();
    var last = requests.getLast().nanos();
    var later = requests.stream().filter(r -> r.nanos() - began >= LEARNING).toList();
    // what a bucket had saved before the first request is no allowance of the time
    var time = (last - began) / 1e9;
    add("the whole time", requests, time);
    add("after 10 s", later, Math.max(0, (last - began - LEARNING) / 1e9));
    report.add("the whole time", "time", "s", time);
  }

  private void add(String part, List<LimitedChat.Request> requests, double seconds) {
    if (requests.isEmpty()) {
      return;
    }
    var answered = requests.stream().filter(LimitedChat.Request::answered).count();
    report.add(part, "answered", "requests/s", answered / seconds);
    report.add(part, "share of the allowance", "ratio", answered / seconds / perSecond);
    report.add(
        part, "answered 429", "ratio", (double) (requests.size() - answered) / requests.size());
  }
}
