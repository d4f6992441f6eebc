package io.onceflow.devstack.test;

import io.onceflow.devstack.server.Server;

/** The three servers that tests use, started one by one on first use. */
interface TestStack {
  /** The stack that the system property {@code stack} names. */
  static TestStack named(String name) {
    return switch (name) {
      case "embedded" -> new EmbeddedStack();
      case "testcontainers" -> new ContainerStack();
      case "external" -> new ExternalStack();
      case "auto" -> DockerEngine.answers() ? new ContainerStack() : new EmbeddedStack();
      default ->
          throw new IllegalArgumentException(
              "-Dstack=%s: use embedded, testcontainers, external or auto".formatted(name));
    };
  }

  Server postgres();

  Server kafka();

  Server redis();

  /** Creates an empty database and returns its JDBC URL. */
  String createDatabase(String name);

  String databaseUser();

  String databasePassword();

  String kafkaBootstrapServers();

  String redisUrl();

  /** Ends what it started and removes its data. */
  void discard();
}
