package io.onceflow.benchmarks.ingest;

import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.devstack.server.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A statement over and over on a number of connections: by pgbench where the machine has it, else
 * by a loop over JDBC.
 */
final class InsertLoop {
  private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+) \\(without");

  private final Stack stack;
  private final int connections;
  private final int seconds;
  private final Optional<Path> pgbench;

  InsertLoop(Stack stack, int connections, int seconds) {
    this.stack = stack;
    this.connections = connections;
    this.seconds = seconds;
    this.pgbench = find();
  }

  /** What runs the statement. */
  String name() {
    return pgbench.isPresent() ? "pgbench -M prepared" : "a loop over JDBC (no pgbench here)";
  }

  /** Statements a second. */
  double run(String statement) throws IOException, InterruptedException {
    return pgbench.isPresent() ? byPgbench(pgbench.get(), statement) : byJdbc(statement);
  }

  private double byPgbench(Path program, String statement)
      throws IOException, InterruptedException {
    var script = stack.folder().resolve("inserts.sql");
    Files.writeString(script, statement);
    var words =
        List.of(
            program.toString(),
            "-n",
            "-M",
            "prepared",
            "-c",
            Integer.toString(connections),
            "-j",
            "2",
            "-T",
            Integer.toString(seconds),
            "-f",
            script.toString(),
            "-h",
            "127.0.0.1",
            "-p",
            Integer.toString(stack.postgres().port()),
            "-U",
            PostgresServer.USER,
            "onceflow");
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("PGPASSWORD", stack.postgres().password());
    var process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    var tps = TPS.matcher(output);
    if (process.waitFor() != 0 || !tps.find()) {
      throw new IllegalStateException("pgbench has failed: " + output);
    }
    return Double.parseDouble(tps.group(1));
  }

  private double byJdbc(String statement) throws InterruptedException {
    var end = System.nanoTime() + seconds * 1_000_000_000L;
    try (var threads = Executors.newFixedThreadPool(connections)) {
      var running = new ArrayList<Future<Long>>();
      for (var i = 0; i < connections; i++) {
        running.add(threads.submit(() -> loop(statement, end)));
      }
      var done = 0L;
      for (var connection : running) {
        done += connection.get();
      }
      return (double) done / seconds;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private long loop(String statement, long end) throws SQLException {
    var done = 0L;
    try (var connection = stack.connect();
        var prepared = connection.prepareStatement(statement)) {
      while (System.nanoTime() - end < 0) {
        prepared.execute();
        done++;
      }
    }
    return done;
  }

  private static Optional<Path> find() {
    var onPath =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .map(folder -> Path.of(folder, "pgbench"));
    return Stream.concat(onPath, ofDebian()).filter(Files::isExecutable).findFirst();
  }

  /** The newest first. */
  private static Stream<Path> ofDebian() {
    try (var versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions
          .sorted(Comparator.comparing(Path::toString).reversed())
          .map(version -> version.resolve("bin/pgbench"))
          .toList()
          .stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
