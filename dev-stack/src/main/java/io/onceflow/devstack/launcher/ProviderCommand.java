package io.onceflow.devstack.launcher;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.provider.FakeProvider;
import io.onceflow.devstack.provider.Scenario;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.Ports;
import java.io.PrintStream;

/** Runs the fake model provider until it is told to stop, for trials of the engine openai. */
final class ProviderCommand {
  private final DataFolder data;
  private final PrintStream out;

  ProviderCommand(DataFolder data, PrintStream out) {
    this.data = data;
    this.out = out;
  }

  int run(int port) {
    if (!Ports.isFree(port)) {
      throw new LaunchException(
          "Port %d is taken. Remedy: choose another with --port N".formatted(port));
    }
    data.open();
    var requests = data.logs().resolve("provider-requests.jsonl");
    try (var provider = FakeProvider.start(port, requests)) {
      out.printf(
          """
          The fake provider is at %1$s and writes each request to %2$s
          In another terminal: ./run --engine openai --base-url %1$s --model %3$s
          A document plays a scenario by a line such as: play rate-limited%n\
          """,
          provider.baseUrl(), requests, Scenario.SCRIPTED);
      Thread.currentThread().join();
      return 0;
    } catch (InterruptedException e) {
      return 0;
    }
  }
}
