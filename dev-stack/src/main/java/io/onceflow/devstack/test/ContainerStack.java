package io.onceflow.devstack.test;

import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.server.Probes;
import io.onceflow.devstack.server.Server;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Servers in containers of the local Docker engine. */
final class ContainerStack implements TestStack {
  private static final String USER = "onceflow";
  private static final String PASSWORD = "onceflow";

  private final ContainerServer postgres = postgresContainer(Ports.free());
  private final ContainerServer kafka = kafkaContainer(Ports.free());
  private final ContainerServer redis = redisContainer(Ports.free());

  @Override
  public Server postgres() {
    return postgres;
  }

  @Override
  public Server kafka() {
    return kafka;
  }

  @Override
  public Server redis() {
    return redis;
  }

  @Override
  public String createDatabase(String name) {
    var url = jdbcUrl(postgres.port(), "postgres");
    try (var connection = DriverManager.getConnection(url, USER, PASSWORD);
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create database " + name, e);
    }
    return jdbcUrl(postgres.port(), name);
  }

  @Override
  public String databaseUser() {
    return USER;
  }

  @Override
  public String databasePassword() {
    return PASSWORD;
  }

  @Override
  public String kafkaBootstrapServers() {
    return "127.0.0.1:" + kafka.port();
  }

  @Override
  public String redisUrl() {
    return "redis://127.0.0.1:" + redis.port();
  }

  /** Testcontainers removes the containers, also those of a JVM that was killed. */
  @Override
  public void discard() {}

  private static ContainerServer postgresContainer(int port) {
    var environment =
        Map.of("POSTGRES_USER", USER, "POSTGRES_PASSWORD", PASSWORD, "POSTGRES_DB", "postgres");
    var container =
        container("postgres:18", port, 5432, environment)
            .withCommand("postgres", "-c", "max_connections=300", "-c", "fsync=off");

    return server(
        "PostgreSQL",
        port,
        container,
        () -> Probes.postgres(jdbcUrl(port, "postgres"), USER, PASSWORD));
  }

  private static ContainerServer kafkaContainer(int port) {
    var environment =
        Map.ofEntries(
            Map.entry("KAFKA_NODE_ID", "1"),
            Map.entry("KAFKA_PROCESS_ROLES", "broker,controller"),
            Map.entry("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@localhost:9093"),
            Map.entry("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER"),
            Map.entry("KAFKA_LISTENERS", "PLAINTEXT://0.0.0.0:9092,CONTROLLER://localhost:9093"),
            Map.entry("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://127.0.0.1:" + port),
            Map.entry(
                "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("KAFKA_INTER_BROKER_LISTENER_NAME", "PLAINTEXT"),
            Map.entry("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false"),
            Map.entry("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "3"),
            Map.entry("KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1"),
            Map.entry("KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR", "1"),
            Map.entry("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "1"),
            Map.entry("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0"),
            Map.entry("KAFKA_HEAP_OPTS", "-Xms256m -Xmx256m"));
    var container = container("apache/kafka:4.3.1", port, 9092, environment);
    return server("Kafka", port, container, () -> Probes.kafka("127.0.0.1", port));
  }

  private static ContainerServer redisContainer(int port) {
    var container = container("redis:8", port, 6379, Map.of());
    return server("Redis", port, container, () -> Probes.redis("127.0.0.1", port));
  }

  private static ContainerServer server(
      String name, int port, GenericContainer<?> container, BooleanSupplier serving) {
    return new ContainerServer(name, port, container, () -> Probes.await(name, serving));
  }

  private static GenericContainer<?> container(
      String image, int port, int inner, Map<String, String> environment) {
    var container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withExposedPorts(inner)
            .withEnv(environment);
    container.setPortBindings(List.of("127.0.0.1:%d:%d".formatted(port, inner)));
    return container;
  }

  private static String jdbcUrl(int port, String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }
}
