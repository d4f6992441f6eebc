package io.onceflow.devstack.launcher;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.suite.ProgressView;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The program behind {@code ./run}. */
final class Launcher {
  static final int FAILED = 1;

  private final PrintStream out;
  private final PrintStream err;

  Launcher(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @SuppressWarnings("SystemOut")
  static void main(String[] words) {
    var home = Path.of(System.getProperty("onceflow.home", "")).toAbsolutePath();
    var launcher = new Launcher(System.out, System.err);
    var code = launcher.launch(List.of(words), home, Path.of("").toAbsolutePath());
    if (code != 0) {
      System.exit(code);
    }
  }

  /** Returns the exit code. */
  int launch(List<String> words, Path home, Path folder) {
    try {
      var options = Options.parse(words, home, folder);
      var data = new DataFolder(options.plan().data());
      return switch (options.command()) {
        case HELP -> help();
        case STATUS -> new StatusCommand(data, out).run(options.json());
        case STOP -> new StopCommand(data, out).run();
        case PROVIDER -> new ProviderCommand(data, out).run(options.providerPort());
        case DETACH -> new DetachCommand(data, out).run(words);
        case RUN, DETACHED -> new RunCommand(options, new ProgressView(out)).run();
      };
    } catch (LaunchException e) {
      err.println();
      err.println(e.getMessage());
      return FAILED;
    }
  }

  private int help() {
    try (var in = Launcher.class.getResourceAsStream("help.txt")) {
      if (in == null) {
        throw new IllegalStateException("help.txt is missing from dev-stack");
      }
      out.print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return 0;
    } catch (IOException e) {
      throw new LaunchException("Cannot read the help: " + e, e);
    }
  }
}
