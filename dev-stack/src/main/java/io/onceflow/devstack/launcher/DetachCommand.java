package io.onceflow.devstack.launcher;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.RunState;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.ThisJvm;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Starts {@code ./run} in the background, shows what it says until the suite is ready and the
 * documents are answered, and leaves it alone. Interrupted before that, it ends what it has
 * started.
 */
final class DetachCommand {
  /** Ctrl-C and the end of the terminal are for the foreground; setsid where there is one. */
  private static final String IN_BACKGROUND =
      "trap '' INT HUP; command -v setsid >/dev/null && exec setsid \"$@\"; exec \"$@\"";

  private static final int POLL_MILLIS = 100;

  private final DataFolder folder;
  private final PrintStream out;

  DetachCommand(DataFolder folder, PrintStream out) {
    this.folder = folder;
    this.out = out;
  }

  int run(List<String> words) {
    try {
      Files.createDirectories(folder.logs());
      var log = folder.log("launcher");
      // private, because the run says its API key
      DataFolder.writePrivate(log, "");
      var process = start(words, log);
      var end = new Thread(process::destroy, "detached-end");
      Runtime.getRuntime().addShutdownHook(end);
      var code = follow(process, log);
      Runtime.getRuntime().removeShutdownHook(end);
      return code;
    } catch (IOException e) {
      throw new LaunchException("Cannot start in the background: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static Process start(List<String> words, Path log) throws IOException {
    var command = new ArrayList<>(List.of("/bin/sh", "-c", IN_BACKGROUND, "detached"));
    command.add(ThisJvm.java());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Launcher.class.getName());
    words.stream().map(word -> word.equals("--detach") ? "--detached" : word).forEach(command::add);
    return new ProcessBuilder(command)
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** Copies the log to the screen until all is shown; 1 where the process ends before that. */
  private int follow(Process process, Path log) throws IOException, InterruptedException {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        copy(file);
        var shown = shown(process);
        if (shown.isPresent()) {
          copy(file);
          return shown.get();
        }
      }
      copy(file);
      return 1;
    }
  }

  private void copy(RandomAccessFile file) throws IOException {
    var bytes = new byte[(int) (file.length() - file.getFilePointer())];
    file.readFully(bytes);
    out.print(new String(bytes, StandardCharsets.UTF_8));
    out.flush();
  }

  private Optional<Integer> shown(Process process) {
    return RunState.read(folder)
        .filter(state -> state.launcher().pid() == process.pid())
        .map(RunState::shown);
  }
}
