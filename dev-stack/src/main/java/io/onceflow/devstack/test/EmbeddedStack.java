package io.onceflow.devstack.test;

import io.onceflow.devstack.server.EmbeddedServer.ServerFolder;
import io.onceflow.devstack.server.Folders;
import io.onceflow.devstack.server.KafkaServer;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.server.PostgresServer;
import io.onceflow.devstack.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Servers as processes of this machine, their data in a temporary folder. */
final class EmbeddedStack implements TestStack {
  private final Path folder;
  private final PostgresServer postgres;
  private final KafkaServer kafka;
  private final RedisServer redis;

  EmbeddedStack() {
    folder = newFolder();
    postgres =
        new PostgresServer(
            Ports.free(),
            "onceflow",
            List.of("max_connections=300", "shared_buffers=64MB"),
            serverFolder("postgres"));
    kafka =
        new KafkaServer(
            Ports.free(),
            Ports.free(),
            new KafkaServer.Jvm("256m", List.of(), List.of("-XX:TieredStopAtLevel=1")),
            serverFolder("kafka"));
    redis = new RedisServer(Ports.free(), serverFolder("redis"));
  }

  @Override
  public PostgresServer postgres() {
    return postgres;
  }

  @Override
  public KafkaServer kafka() {
    return kafka;
  }

  @Override
  public RedisServer redis() {
    return redis;
  }

  @Override
  public String createDatabase(String name) {
    postgres.createDatabase(name);
    return postgres.jdbcUrl(name);
  }

  @Override
  public String databaseUser() {
    return PostgresServer.USER;
  }

  @Override
  public String databasePassword() {
    return postgres.password();
  }

  @Override
  public String kafkaBootstrapServers() {
    return kafka.bootstrapServers();
  }

  @Override
  public String redisUrl() {
    return redis.url();
  }

  @Override
  public void discard() {
    Stream.of(kafka, redis, postgres).forEach(server -> server.discard());
    Folders.delete(folder);
  }

  private ServerFolder serverFolder(String name) {
    return new ServerFolder(
        folder.resolve(name), folder.resolve(name).resolve("server.log"), programs(), false);
  }

  private static Path newFolder() {
    try {
      var folder = Files.createTempDirectory("onceflow-test-");
      // PostgreSQL may run as another user than this JVM.
      Folders.open(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unpacked once for all test runs of this user, unless another user has put the folder there. */
  private Path programs() {
    var user = System.getProperty("user.name");
    var shared = Path.of(System.getProperty("java.io.tmpdir"), "onceflow-programs-" + user);
    try {
      Files.createDirectories(shared);
      var isOurs = Files.getOwner(shared).equals(Files.getOwner(folder));
      return isOurs ? shared.toAbsolutePath() : folder.resolve("programs");
    } catch (IOException e) {
      return folder.resolve("programs");
    }
  }
}
