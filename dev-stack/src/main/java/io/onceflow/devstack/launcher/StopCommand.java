package io.onceflow.devstack.launcher;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.RunState;
import io.onceflow.devstack.server.LaunchException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a suite that runs elsewhere on this machine, and waits until it has ended. */
final class StopCommand {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final DataFolder folder;
  private final PrintStream out;

  StopCommand(DataFolder folder, PrintStream out) {
    this.folder = folder;
    this.out = out;
  }

  int run() {
    var launcher = RunState.read(folder).flatMap(state -> state.launcher().find());
    if (launcher.isEmpty()) {
      out.println("The suite does not run on " + folder.root() + "; nothing to stop");
      return 0;
    }
    out.println("Stopping the suite on " + folder.root());
    launcher.get().destroy();
    try {
      launcher.get().onExit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new LaunchException(
          "Process %d does not end. Remedy: kill -9 %1$d; the suite's processes end with it"
              .formatted(launcher.get().pid()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    out.println("Stopped");
    return 0;
  }
}
