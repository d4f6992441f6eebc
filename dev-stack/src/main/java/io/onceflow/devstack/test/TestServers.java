package io.onceflow.devstack.test;

import io.onceflow.devstack.server.Together;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Real PostgreSQL, Kafka and Redis for the tests of one JVM. Each server starts when it is first
 * asked for and ends with the JVM, also when that is killed.
 *
 * <p>The system property {@code stack} chooses: {@code embedded} (processes of this machine),
 * {@code testcontainers}, {@code external} (see {@link ExternalStack} for the settings), or {@code
 * auto}, the default: containers where a Docker engine answers, processes elsewhere.
 */
public final class TestServers {
  private final TestStack stack;
  private final AtomicInteger databases = new AtomicInteger();
  private @Nullable String defaultDatabase;

  private TestServers(TestStack stack) {
    this.stack = stack;
  }

  /** The servers of this JVM. */
  public static TestServers shared() {
    return Shared.SERVERS;
  }

  private static TestServers choose() {
    var stack = TestStack.named(System.getProperty("stack", "auto"));
    Runtime.getRuntime().addShutdownHook(new Thread(stack::discard, "test-servers-end"));
    return new TestServers(stack);
  }

  /** A database that all tests of this JVM share; see {@link #freshDatabase()} for one's own. */
  public synchronized String jdbcUrl() {
    var url = defaultDatabase == null ? freshDatabase() : defaultDatabase;
    defaultDatabase = url;
    return url;
  }

  public String databaseUser() {
    return stack.databaseUser();
  }

  public String databasePassword() {
    return stack.databasePassword();
  }

  /** Creates an empty database and returns its JDBC URL. */
  public String freshDatabase() {
    stack.postgres().start();
    var name = "test_%d_%d".formatted(ProcessHandle.current().pid(), databases.incrementAndGet());
    return stack.createDatabase(name);
  }

  public String kafkaBootstrapServers() {
    stack.kafka().start();
    return stack.kafkaBootstrapServers();
  }

  /** As {@code redis://host:port}. */
  public String redisUrl() {
    stack.redis().start();
    return stack.redisUrl();
  }

  /** The Spring properties of all three servers, with a fresh database. */
  public Map<String, Object> springProperties() {
    Together.run(List.of(stack.kafka()::start, stack.postgres()::start, stack.redis()::start));
    return Map.of(
        "spring.datasource.url",
        freshDatabase(),
        "spring.datasource.username",
        databaseUser(),
        "spring.datasource.password",
        databasePassword(),
        "spring.kafka.bootstrap-servers",
        kafkaBootstrapServers(),
        "spring.data.redis.url",
        redisUrl());
  }

  /** Ways to hurt the servers; not available for {@code external} ones. */
  public ServerFaults faults() {
    return new ServerFaults(stack);
  }

  /** Made when first asked for. */
  private static final class Shared {
    static final TestServers SERVERS = choose();
  }
}
