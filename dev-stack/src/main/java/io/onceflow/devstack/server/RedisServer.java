package io.onceflow.devstack.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Redis. It holds locks and hints alone, so nothing of it is written to disk. */
public final class RedisServer extends EmbeddedServer {
  private final Programs programs;

  public RedisServer(int port, ServerFolder folder) {
    super("Redis", port, folder);
    this.programs = new Programs(folder.programs());
  }

  public String url() {
    return "redis://127.0.0.1:" + port();
  }

  /** Empties every database of the server on this port. */
  public static void flush(int port) {
    try {
      if (!Probes.askRedis("127.0.0.1", port, "FLUSHALL").equals("+OK")) {
        throw new LaunchException("Redis on port " + port + " refused to flush");
      }
    } catch (IOException e) {
      throw new LaunchException("Redis does not answer on port " + port, e);
    }
  }

  @Override
  void prepare() {}

  @Override
  GuardedProcess.Command command() {
    Path server = programs.redisServer();
    var words =
        List.of(
            server.toString(),
            "--port",
            Integer.toString(port()),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--daemonize",
            "no");
    return new GuardedProcess.Command(
        words,
        Map.of(),
        folder().data(),
        folder().log(),
        "TERM",
        Duration.ofSeconds(10),
        folder().scratch());
  }

  @Override
  boolean isServing() {
    return Probes.redis("127.0.0.1", port());
  }

  @Override
  String discardSignal() {
    return "KILL";
  }
}
