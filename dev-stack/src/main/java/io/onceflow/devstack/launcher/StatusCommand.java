package io.onceflow.devstack.launcher;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.RunState;
import io.onceflow.devstack.server.Probes;
import io.onceflow.devstack.service.Health;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Tells what runs, and how it is. */
final class StatusCommand {
  static final int NOT_ALL_UP = 1;
  static final int NOT_RUNNING = 3;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DataFolder folder;
  private final PrintStream out;

  StatusCommand(DataFolder folder, PrintStream out) {
    this.folder = folder;
    this.out = out;
  }

  /**
   * The answer for programs.
   *
   * @param ready whether the suite has come up
   * @param launcher the process id of {@code ./run}
   */
  record Status(
      boolean running,
      boolean ready,
      @Nullable Long launcher,
      String data,
      List<ProcessStatus> processes) {}

  /**
   * One process; its health is UP, DOWN (alive, not serving), RESTARTING (it has ended and is being
   * started again) or DEAD.
   */
  record ProcessStatus(
      String name, String kind, long pid, Map<String, Integer> ports, String health, String log) {}

  /** 0 where all is up, 1 where something is not, 3 where nothing runs. */
  int run(boolean asJson) {
    var status = status();
    if (asJson) {
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(status));
    } else {
      print(status);
    }
    if (!status.running()) {
      return NOT_RUNNING;
    }
    var allUp = status.processes().stream().allMatch(process -> process.health().equals("UP"));
    return allUp && status.ready() ? 0 : NOT_ALL_UP;
  }

  private Status status() {
    var state = RunState.read(folder);
    var launcher = state.flatMap(known -> known.launcher().find());
    if (state.isEmpty() || launcher.isEmpty()) {
      var left = state.stream().flatMap(known -> known.members().stream()).parallel();
      return new Status(
          false,
          false,
          null,
          folder.root().toString(),
          left.map(StatusCommand::of).filter(process -> !process.health().equals("DEAD")).toList());
    }
    var processes = state.get().members().stream().parallel().map(StatusCommand::of).toList();
    return new Status(
        true, state.get().ready(), launcher.get().pid(), folder.root().toString(), processes);
  }

  private static ProcessStatus of(RunState.Member member) {
    return new ProcessStatus(
        member.name(),
        member.kind(),
        member.process().pid(),
        member.ports(),
        health(member),
        member.log());
  }

  private static String health(RunState.Member member) {
    if (member.restarting()) {
      return "RESTARTING";
    }
    if (member.process().find().isEmpty()) {
      return "DEAD";
    }
    var management = member.ports().get("management");
    var isUp =
        management != null
            ? Health.of(management).isUp()
            : member.ports().values().stream().allMatch(port -> Probes.listens("127.0.0.1", port));
    return isUp ? "UP" : "DOWN";
  }

  private void print(Status status) {
    if (!status.running()) {
      out.println("The suite does not run on " + status.data() + ". Remedy: ./run");
      if (!status.processes().isEmpty()) {
        out.printf(
            "Of a killed run %d processes are still ending: %s%n",
            status.processes().size(),
            status.processes().stream()
                .map(process -> "%s (%d)".formatted(process.name(), process.pid()))
                .collect(Collectors.joining(", ")));
      }
      return;
    }
    out.printf(
        "The suite %s on %s (process %d)%n%n",
        status.ready() ? "runs" : "is starting", status.data(), status.launcher());
    out.printf("  %-14s %8s  %-34s %s%n", "name", "pid", "ports", "health");
    for (var process : status.processes()) {
      var ports =
          process.ports().entrySet().stream()
              .sorted(Map.Entry.comparingByKey())
              .map(port -> port.getKey() + " " + port.getValue())
              .collect(Collectors.joining(", "));
      out.printf("  %-14s %8d  %-34s %s%n", process.name(), process.pid(), ports, process.health());
      if (process.health().equals("DEAD")) {
        out.printf("  %-14s it was not started again; its log: %s%n", "", process.log());
      }
    }
  }
}
