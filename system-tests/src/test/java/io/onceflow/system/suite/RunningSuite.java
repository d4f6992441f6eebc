package io.onceflow.system.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A suite of its own for a test: data in a temporary folder, ports where none other listens. */
public final class RunningSuite implements AutoCloseable {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<Integer> PORTS =
      List.of(8080, 8081, 8082, 8083, 9080, 9081, 9082, 9083);

  private final Path data;
  private final Map<String, String> env;

  private RunningSuite(Path data, Map<String, String> env) {
    this.data = data;
    this.env = env;
  }

  /**
   * Starts a suite and returns when it is ready.
   *
   * @param options further options of {@code ./run}
   */
  public static RunningSuite start(Path folder, String... options) {
    var data = folder.resolve("data");
    var command = new ArrayList<String>();
    command.addAll(List.of("--detach", "--no-sample", "--data", data.toString()));
    command.addAll(List.of("--port-offset", String.valueOf(freeOffset())));
    command.addAll(List.of(options));
    var started = run(command);
    assertThat(started.exitCode()).as("./run %s\n%s", command, started.output()).isZero();
    return new RunningSuite(data, env(data.resolve("suite.env")));
  }

  public URI ingest() {
    return URI.create(setting("ONCEFLOW_INGEST_URL"));
  }

  public URI tasks() {
    return URI.create(setting("ONCEFLOW_TASKS_URL"));
  }

  public String apiKey() {
    return setting("ONCEFLOW_API_KEY");
  }

  /** A value of {@code suite.env}. */
  public String setting(String name) {
    var value = env.get(name);
    assertThat(value).as("%s in suite.env, which holds %s", name, env.keySet()).isNotNull();
    return String.valueOf(value);
  }

  /** What {@code ./run status --json} says of each process. */
  public List<JsonNode> processes() {
    var status = run(List.of("status", "--json", "--data", data.toString()));
    return new JsonMapper().readTree(status.output()).get("processes").valueStream().toList();
  }

  /** Kills a process of the suite as an out-of-memory killer would, and waits until it is gone. */
  public void kill(String name) {
    var process = ProcessHandle.of(pid(name)).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Whether the process has been started again since it had the given id, and is ready. */
  public boolean runsAgain(String name, long formerPid) {
    var process = process(name);
    return process.get("pid").asLong() != formerPid
        && process.get("health").asString().equals("UP");
  }

  public long pid(String name) {
    return process(name).get("pid").asLong();
  }

  public JsonNode process(String name) {
    return processes().stream()
        .filter(process -> process.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no process " + name + " in " + processes()));
  }

  @Override
  public void close() {
    var stopped = run(List.of("stop", "--data", data.toString()));
    assertThat(stopped.exitCode()).as(stopped.output()).isZero();
  }

  private record Finished(int exitCode, String output) {}

  private static Finished run(List<String> options) {
    var command = new ArrayList<>(List.of(ROOT.resolve("run").toString()));
    command.addAll(options);
    try {
      var output = Files.createTempFile("onceflow-run", ".out");
      var process =
          withoutBuilding(new ProcessBuilder(command))
              .directory(ROOT.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(4, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("./run did not end: " + Files.readString(output));
      }
      var text = Files.readString(output);
      Files.delete(output);
      return new Finished(process.exitValue(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The build that runs this test has made the jars; another one beside it would disturb it. */
  private static ProcessBuilder withoutBuilding(ProcessBuilder process) {
    process.environment().put("ONCEFLOW_BUILD", "never");
    return process;
  }

  private static Map<String, String> env(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.contains("=") && !line.startsWith("#"))
          .map(line -> line.split("=", 2))
          .collect(Collectors.toMap(pair -> pair[0], pair -> unquoted(pair[1])));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unquoted(String value) {
    return value.replaceAll("^(['\"])(.*)\\1$", "$2");
  }

  private static int freeOffset() {
    var random = new Random();
    for (var attempt = 0; attempt < 50; attempt++) {
      var offset = 1000 + 10 * random.nextInt(1500);
      if (PORTS.stream().allMatch(port -> isFree(port + offset))) {
        return offset;
      }
    }
    throw new AssertionError("no free ports");
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
