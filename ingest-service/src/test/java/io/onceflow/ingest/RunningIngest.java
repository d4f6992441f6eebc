package io.onceflow.ingest;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.outbox.MessagesColumn;
import io.onceflow.outbox.OutboxMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service in this JVM, on a database of its own. */
public final class RunningIngest implements AutoCloseable {
  public static final String TASKS = "/api/v1/tasks";

  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ConfigurableApplicationContext context;

  private RunningIngest(List<String> properties) {
    this.context =
        new SpringApplication(IngestService.class)
            .run(properties.stream().map(property -> "--" + property).toArray(String[]::new));
  }

  /** One that all tests share. */
  public static RunningIngest shared() {
    return Shared.SERVICE;
  }

  /**
   * Starts another.
   *
   * @param properties as {@code key=value}, beside those of the test servers
   */
  public static RunningIngest start(String... properties) {
    var servers = TestServers.shared();
    return startOn(servers.freshDatabase(), properties);
  }

  /** Starts one on a database that another may use too. */
  public static RunningIngest startOn(String database, String... properties) {
    var servers = TestServers.shared();
    var all =
        new ArrayList<>(
            List.of(
                "server.port=0",
                "management.server.port=0",
                "spring.main.banner-mode=off",
                "spring.datasource.url=" + database,
                "spring.datasource.username=" + servers.databaseUser(),
                "spring.datasource.password=" + servers.databasePassword(),
                "spring.data.redis.url=" + servers.redisUrl()));
    all.addAll(key(0, "key-of-acme", "acme"));
    all.addAll(key(1, "key-of-globex", "globex"));
    all.addAll(List.of(properties));
    return new RunningIngest(all);
  }

  private static List<String> key(int index, String key, String tenant) {
    var prefix = "onceflow.security.api-keys[%d].".formatted(index);
    return List.of(
        prefix + "name=" + tenant,
        prefix + "sha256=" + Sha256.of(key),
        prefix + "tenant=" + tenant,
        prefix + "user=user-of-" + tenant);
  }

  public HttpRequest.Builder to(String path) {
    return anonymousTo(path).header("X-API-Key", "key-of-acme");
  }

  public HttpRequest.Builder anonymousTo(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:%s%s".formatted(port(), path)))
        .timeout(Duration.ofSeconds(60));
  }

  public String port() {
    return context.getEnvironment().getRequiredProperty("local.server.port");
  }

  public String managementPort() {
    return context.getEnvironment().getRequiredProperty("local.management.port");
  }

  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("the request failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Posts a JSON object, with a key unless that is empty. */
  public HttpResponse<String> submit(String key, Map<String, ?> request) {
    return submit(key, JSON.writeValueAsString(request));
  }

  public HttpResponse<String> submit(String key, String json) {
    var post = post(TASKS, "application/json", BodyPublishers.ofString(json));
    return send(key.isEmpty() ? post : post.header("Idempotency-Key", key));
  }

  public HttpRequest.Builder post(String path, String contentType, BodyPublisher body) {
    return to(path).header("Content-Type", contentType).POST(body);
  }

  public HttpResponse<String> management(String path) {
    var url = "http://localhost:%s/actuator%s".formatted(managementPort(), path);
    return send(HttpRequest.newBuilder(URI.create(url)));
  }

  public static JsonNode json(HttpResponse<String> answer) {
    return JSON.readTree(answer.body());
  }

  public static UUID taskId(HttpResponse<String> answer) {
    return UUID.fromString(json(answer).required("taskId").stringValue());
  }

  public JdbcTemplate database() {
    return context.getBean(JdbcTemplate.class);
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** The messages of a task's outbox row. */
  public List<OutboxMessage> messages(UUID task) {
    return MessagesColumn.read(
        one(String.class, "select messages from ingest.outbox where key = ?", task));
  }

  public int count(String table) {
    return one(Integer.class, "select count(*) from " + table);
  }

  /** The only value that a query finds. */
  public <T> T one(Class<T> type, String sql, Object... parameters) {
    return Objects.requireNonNull(database().queryForObject(sql, type, parameters));
  }

  @Override
  public void close() {
    client.close();
    context.close();
  }

  /** Made when first asked for; ends with the JVM. */
  private static final class Shared {
    static final RunningIngest SERVICE = start();
  }
}
