package io.onceflow.devstack.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL 18, asking for a password, reachable on 127.0.0.1 alone. */
public final class PostgresServer extends EmbeddedServer {
  public static final String USER = "onceflow";

  private final String password;
  private final List<String> settings;
  private final Programs programs;
  private @Nullable PostgresAccount account;

  /**
   * @param password of {@link #USER}; taken when the data folder is first made
   * @param settings more settings, each {@code name=value}
   */
  public PostgresServer(int port, String password, List<String> settings, ServerFolder folder) {
    super("PostgreSQL", port, folder);
    this.password = password;
    this.settings = List.copyOf(settings);
    this.programs = new Programs(folder.programs());
  }

  public String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(), database);
  }

  public String password() {
    return password;
  }

  /** Makes an empty database where there is none of this name. */
  public void createDatabase(String database) {
    try (var connection = DriverManager.getConnection(jdbcUrl("postgres"), USER, password);
        var statement = connection.createStatement()) {
      var found =
          statement.executeQuery(
              "SELECT 1 FROM pg_database WHERE datname = '%s'".formatted(database));
      if (!found.next()) {
        statement.execute("CREATE DATABASE \"%s\"".formatted(database));
      }
    } catch (SQLException e) {
      throw new LaunchException("Cannot create database " + database + ": " + e.getMessage(), e);
    }
  }

  @Override
  void prepare() throws IOException {
    var chosen = PostgresAccount.choose(List.of(folder().data(), programs.postgres()));
    account = chosen;
    // A folder that another account made in an earlier run is taken over.
    chosen.own(folder().data());
    if (!Files.exists(cluster().resolve("PG_VERSION"))) {
      initialise(chosen);
    }
  }

  private void initialise(PostgresAccount chosen) throws IOException {
    Folders.delete(cluster());
    Files.createDirectories(cluster());
    var passwordFile = folder().data().resolve("password");
    Files.writeString(passwordFile, password);
    Files.setPosixFilePermissions(passwordFile, PosixFilePermissions.fromString("rw-------"));
    chosen.own(folder().data());
    var words =
        List.of(
            program("initdb"),
            "--pgdata=" + cluster(),
            "--username=" + USER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--no-instructions",
            folder().durable() ? "--sync-method=fsync" : "--no-sync");
    var exit = GuardedProcess.start(command(chosen.command(words))).onExit().join();
    Files.deleteIfExists(passwordFile);
    if (exit != 0) {
      throw new LaunchException("PostgreSQL cannot make its data folder.\n" + endOfLog());
    }
  }

  @Override
  GuardedProcess.Command command() {
    var words = new ArrayList<>(List.of(program("postgres"), "-D", cluster().toString()));
    var all = new ArrayList<String>();
    all.add("port=" + port());
    all.add("listen_addresses=127.0.0.1");
    all.add("unix_socket_directories=");
    all.add("log_min_messages=warning");
    all.add("log_line_prefix=%m [%p] ");
    if (!folder().durable()) {
      all.addAll(List.of("fsync=off", "full_page_writes=off"));
    }
    all.addAll(settings);
    for (var setting : all) {
      words.addAll(List.of("-c", setting));
    }
    if (account == null) {
      throw new IllegalStateException("not prepared");
    }
    return command(account.command(words));
  }

  private GuardedProcess.Command command(List<String> words) {
    // INT asks for a fast shutdown: open sessions are ended, nothing committed is lost.
    return new GuardedProcess.Command(
        words,
        Map.of("LC_ALL", "C", "TZ", "UTC"),
        folder().data(),
        folder().log(),
        "INT",
        Duration.ofSeconds(30),
        folder().scratch());
  }

  @Override
  boolean isServing() {
    return Probes.postgres(jdbcUrl("postgres"), USER, password);
  }

  /** QUIT ends at once but gives shared memory back, which KILL would not. */
  @Override
  String discardSignal() {
    return "QUIT";
  }

  private Path cluster() {
    return folder().data().resolve("cluster");
  }

  private String program(String name) {
    return programs.postgres().resolve("bin").resolve(name).toString();
  }
}
