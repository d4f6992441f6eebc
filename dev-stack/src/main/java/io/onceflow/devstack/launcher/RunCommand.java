package io.onceflow.devstack.launcher;

import io.onceflow.devstack.sample.Document;
import io.onceflow.devstack.sample.SampleTask;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.suite.ProgressView;
import io.onceflow.devstack.suite.Suite;
import java.util.List;

/** Starts the suite, shows it at work, and stays until it is told to stop. */
final class RunCommand {
  private final Options options;
  private final ProgressView progress;

  RunCommand(Options options, ProgressView progress) {
    this.options = options;
    this.progress = progress;
  }

  /** Returns only where the suite could not start. */
  int run() {
    var suite = new Suite(options.plan(), progress);
    // Ctrl-C, ./run stop and a closing terminal all end here.
    Runtime.getRuntime().addShutdownHook(new Thread(suite::close, "suite-end"));
    try {
      suite.start();
      var failed = showDocuments(suite);
      sayWhereThingsAre(suite);
      suite.shown(failed == 0 ? 0 : Launcher.FAILED);
      suite.prepareNextStart();
      Thread.currentThread().join();
      return 0;
    } catch (LaunchException e) {
      if (suite.isClosed()) {
        return 0;
      }
      suite.close();
      throw e;
    } catch (InterruptedException e) {
      suite.close();
      return 0;
    }
  }

  /** Returns how many had no answer. */
  private int showDocuments(Suite suite) {
    var failed = 0;
    for (var document : documents()) {
      try {
        sampleTask(suite).show(document);
      } catch (LaunchException e) {
        progress.warning(e.getMessage());
        failed++;
      }
    }
    return failed;
  }

  private List<Document> documents() {
    if (!options.files().isEmpty()) {
      return options.files().stream().map(Document::read).toList();
    }
    if (options.command() == Options.Command.DETACHED) {
      return List.of();
    }
    return options.sample() == null ? List.of() : List.of(Document.sample(options.sample()));
  }

  private SampleTask sampleTask(Suite suite) {
    return new SampleTask(
        suite.plan().url(ServiceKind.INGEST, 0),
        suite.plan().url(ServiceKind.AGGREGATOR, 0),
        suite.apiKey(),
        progress);
  }

  private void sayWhereThingsAre(Suite suite) {
    var plan = suite.plan();
    progress.heading("Running");
    progress.line(
        "console     %s  (sign in with the API key)"
            .formatted(plan.url(ServiceKind.AGGREGATOR, 0)));
    progress.line("submit      " + plan.url(ServiceKind.INGEST, 0) + "/api/v1/tasks");
    progress.line("read        " + plan.url(ServiceKind.AGGREGATOR, 0) + "/api/v1/tasks");
    progress.line(
        "metrics     %s/prometheus, and three more in suite.env"
            .formatted(plan.managementUrl(ServiceKind.AGGREGATOR, 0)));
    progress.line("API key     " + suite.apiKey());
    progress.line("all of it   " + suite.folder().suiteEnv());
    progress.line("logs        " + suite.folder().logs());
    progress.blank();
    progress.line(
        options.command() == Options.Command.DETACHED
            ? "./run stop stops the suite; ./run status tells how it is."
            : "Ctrl-C, or ./run stop in another terminal, stops the suite.");
  }
}
