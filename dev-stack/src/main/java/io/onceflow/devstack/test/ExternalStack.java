package io.onceflow.devstack.test;

import io.onceflow.devstack.server.Server;
import java.net.URI;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Servers that run elsewhere. Their addresses are system properties, or environment variables of
 * the same name in capitals ({@code STACK_POSTGRES_URL}): {@code stack.postgres.url} (JDBC, of a
 * database from which others may be created), {@code stack.postgres.user}, {@code
 * stack.postgres.password}, {@code stack.kafka} (host:port) and {@code stack.redis} (a URL).
 */
final class ExternalStack implements TestStack {
  private final List<String> created = new ArrayList<>();

  @Override
  public Server postgres() {
    return new ExternalServer("PostgreSQL", URI.create(databaseUrl().substring(5)).getPort());
  }

  @Override
  public Server kafka() {
    return new ExternalServer("Kafka", URI.create("kafka://" + kafkaBootstrapServers()).getPort());
  }

  @Override
  public Server redis() {
    return new ExternalServer("Redis", URI.create(redisUrl()).getPort());
  }

  @Override
  public synchronized String createDatabase(String name) {
    execute("CREATE DATABASE " + name);
    created.add(name);
    return databaseUrl().replaceFirst("(://[^/]+/)[^?]*", "$1" + name);
  }

  @Override
  public String databaseUser() {
    return setting("stack.postgres.user");
  }

  @Override
  public String databasePassword() {
    return setting("stack.postgres.password");
  }

  @Override
  public String kafkaBootstrapServers() {
    return setting("stack.kafka");
  }

  @Override
  public String redisUrl() {
    return setting("stack.redis");
  }

  @Override
  public synchronized void discard() {
    created.forEach(name -> execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"));
  }

  private void execute(String statement) {
    try (var connection =
            DriverManager.getConnection(databaseUrl(), databaseUser(), databasePassword());
        var sql = connection.createStatement()) {
      sql.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(statement + " failed at " + databaseUrl(), e);
    }
  }

  private static String databaseUrl() {
    return setting("stack.postgres.url");
  }

  private static String setting(String name) {
    @Nullable String value = System.getProperty(name);
    if (value == null) {
      value = System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
    if (value == null) {
      throw new IllegalStateException("-Dstack=external needs -D" + name);
    }
    return value;
  }
}
