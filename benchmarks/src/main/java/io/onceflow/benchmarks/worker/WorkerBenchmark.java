package io.onceflow.benchmarks.worker;

import io.onceflow.benchmarks.load.Completions;
import io.onceflow.benchmarks.load.FinishedTopic;
import io.onceflow.benchmarks.load.TaskLoad;
import io.onceflow.benchmarks.load.Texts;
import io.onceflow.benchmarks.measure.CpuMeter;
import io.onceflow.benchmarks.measure.Options;
import io.onceflow.benchmarks.measure.Report;
import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.service.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One worker process with as many slow calls at once as it may have, to an endpoint in a process of
 * its own: CPU, heap, and with a second worker the time until the calls of a killed one are done.
 */
public final class WorkerBenchmark {
  /** The options of this benchmark. */
  public static final Set<String> OPTIONS =
      Set.of("--calls", "--call-ms", "--seconds", "--minutes", "--characters");

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int WARM_UP_SECONDS = 150;
  private static final String PROMPT =
      """
      version: 1

      "answer" is one sentence about the document.
      ---
      Say it about the document above.
      """;
  private static final String QUERY = "?pipeline=benchmark";

  private final Report report;
  private final Options options;
  private final int calls;
  private final int callMillis;
  private final int seconds;

  private WorkerBenchmark(Options options, Report report) {
    this.report = report;
    this.options = options;
    this.calls = options.number("--calls", 200);
    this.callMillis = options.number("--call-ms", 2000);
    this.seconds =
        options.word("--minutes", "").isEmpty()
            ? options.number("--seconds", 15)
            : 60 * options.number("--minutes", 1);
  }

  /** Measures into the report. */
  public static void run(Options options, Report report) throws Exception {
    new WorkerBenchmark(options, report).run();
  }

  private void run() throws Exception {
    report.note("load", "calls of %d ms, at most %d at once".formatted(callMillis, calls));
    try (var stack = Stack.start();
        var client = HttpClient.newHttpClient()) {
      report.note("servers", stack.versions());
      var provider = Ports.free();
      stack.startProgram(
          "provider",
          SlowProvider.class,
          "128m",
          Integer.toString(provider),
          Integer.toString(callMillis));
      var settings = settings(stack, provider);
      var ingest = stack.startService(ServiceKind.INGEST, "ingest", settings);
      stack.startService(ServiceKind.RELAY, "relay", settings);
      stack.startService(ServiceKind.AGGREGATOR, "aggregator", settings);
      var worker = stack.startService(ServiceKind.WORKER, "worker", settings);
      var texts = new Texts(options.number("--characters", 3000));
      var load = new TaskLoad(ingest.instance().port(), stack.apiKey(), QUERY, texts);
      try (var finished = new FinishedTopic(stack.kafka())) {
        full(stack, load, finished, worker, () -> answered(client, provider));
        recovery(stack, load, finished, worker, settings);
      }
    }
  }

  private Map<String, String> settings(Stack stack, int provider) throws IOException {
    Path file = stack.folder().resolve("pipelines.yaml");
    Files.writeString(
        file,
        """
        steps:
          benchmark-step:
            engine: openai
            prompt: answer
            output-schema: {type: object, properties: {answer: {type: string}}, required: [answer]}
            timeout: PT60S
            concurrency: %d
        pipelines:
          benchmark:
            steps:
              benchmark-step:
        """
            .formatted(calls));
    var prompts = Files.createDirectories(stack.folder().resolve("prompts"));
    Files.writeString(prompts.resolve("answer.en.md"), PROMPT);
    var settings = new TreeMap<String, String>();
    settings.put("onceflow.pipelines.file", file.toString());
    settings.put("onceflow.engine.openai.prompts-folder", prompts.toString());
    settings.put("onceflow.ingest.defaults.text-pipeline", "benchmark");
    settings.put("onceflow.ingest.defaults.file-pipeline", "benchmark");
    settings.put("onceflow.engine.embedded.enabled", "false");
    // all slots are for these calls
    settings.put("onceflow.slots.high-reserve", "0");
    settings.put(
        "onceflow.engine.openai.endpoints.default.base-url", "http://127.0.0.1:" + provider);
    settings.put("onceflow.engine.openai.endpoints.default.model", "benchmark");
    return settings;
  }

  private interface Count {
    long now() throws Exception;
  }

  /** A little more than the worker can do arrives, so that it is full all the time. */
  private void full(
      Stack stack, TaskLoad load, FinishedTopic finished, ServiceProcess worker, Count answered)
      throws Exception {
    var rate = Math.max(1, calls * 1000 / callMillis * 21 / 20);
    var meter = new CpuMeter(stack::processes);
    var name = "%d calls at once".formatted(calls);
    System.err.println("warming up");
    var all = new Completions(1);
    finished.tell(all);
    var total = (WARM_UP_SECONDS + options.runs() * seconds + options.runs()) * rate;
    var sender = Thread.ofPlatform().start(() -> send(load, all, total, rate));
    Thread.sleep(Duration.ofSeconds(WARM_UP_SECONDS));
    var heapBefore = WorkerHeap.liveMegabytes(pid(worker));
    for (var run = 1; run <= options.runs(); run++) {
      System.err.printf("full, run %d of %d%n", run, options.runs());
      var answeredBefore = answered.now();
      var before = meter.read();
      Thread.sleep(Duration.ofSeconds(seconds));
      var after = meter.read();
      var done = answered.now() - answeredBefore;
      report.add(name, "calls", "calls/s", done / ((after.at() - before.at()) / 1e9));
      for (var process : after.used().keySet()) {
        report.add(name, "CPU " + process, "% of a core", after.percentOfCore(before, process));
      }
      report.add(name, "CPU of other programs", "% of machine", after.foreignPercent(before));
      var heap = WorkerHeap.liveMegabytes(pid(worker));
      report.add(name, "live heap of the worker", "MB", heap);
      report.add(name, "its growth since the warm-up", "MB", heap - heapBefore);
    }
    sender.join();
    all.awaitAll(PATIENCE);
  }

  private static void send(TaskLoad load, Completions completions, int count, int rate) {
    try {
      load.steadily(completions, count, rate);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills one of two workers amid its calls. */
  private void recovery(
      Stack stack,
      TaskLoad load,
      FinishedTopic finished,
      ServiceProcess worker,
      Map<String, String> settings)
      throws Exception {
    stack.startService(ServiceKind.WORKER, "worker-2", settings);
    for (var run = 1; run <= options.runs(); run++) {
      System.err.printf("recovery, run %d of %d%n", run, options.runs());
      // until both have their share of the partitions
      Thread.sleep(Duration.ofSeconds(8));
      var completions = new Completions(1);
      finished.tell(completions);
      load.steadily(completions, 100, 200);
      Thread.sleep(Duration.ofMillis(callMillis / 4));
      var killedAt = System.nanoTime();
      worker.process().orElseThrow().kill();
      completions.awaitAll(PATIENCE);
      report.add(
          "a worker of two killed amid its calls",
          "until the last task is done (one call included)",
          "s",
          (completions.lastDoneAt() - killedAt) / 1e9);
      worker.start();
    }
  }

  private static long pid(ServiceProcess service) {
    return service.process().orElseThrow().handle().pid();
  }

  private static long answered(HttpClient client, int provider)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/calls".formatted(provider))).build();
    var body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return Long.parseLong(body.substring(0, body.indexOf(' ')));
  }
}
