package io.onceflow.aggregator;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.Headers;
import io.onceflow.model.Input;
import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepError;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepName;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Instances of the aggregator over one database, and the messages that ingest and the workers would
 * send. Each suite has topics' data in common with others, and reads with a group of its own.
 */
final class TestSuite implements AutoCloseable {
  static final String USER_KEY = "user-key";
  static final String OTHER_USER_KEY = "other-user-key";
  static final String OTHER_TENANT_KEY = "other-tenant-key";
  static final String OPERATOR_KEY = "operator-key";
  static final List<StepName> ARTICLE =
      Stream.of("quality-score", "keyword-extract", "auto-classify", "summary-gen")
          .map(StepName::new)
          .toList();

  private final Map<String, Object> properties = new HashMap<>();
  private final List<Instance> instances = new ArrayList<>();
  private final KafkaProducer<byte[], byte[]> producer;
  private final JdbcTemplate jdbc;
  private final Queue<Future<RecordMetadata>> pending = new ConcurrentLinkedQueue<>();

  TestSuite(Map<String, String> own) {
    var servers = TestServers.shared();
    properties.putAll(servers.springProperties());
    properties.put("onceflow.merge.group", "aggregator-" + UuidV7.next());
    properties.put("onceflow.dead-letters.group", "dead-letters-" + UuidV7.next());
    properties.put("onceflow.topics.max-partitions", 3);
    properties.put("server.port", 0);
    properties.put("management.server.port", 0);
    key(0, USER_KEY, "acme", "ann", "user");
    key(1, OTHER_USER_KEY, "acme", "bob", "user");
    key(2, OTHER_TENANT_KEY, "rival", "eve", "user");
    key(3, OPERATOR_KEY, "acme", "ops", "user,operator");
    properties.putAll(own);
    jdbc =
        new JdbcTemplate(
            new DriverManagerDataSource(
                String.valueOf(properties.get("spring.datasource.url")),
                servers.databaseUser(),
                servers.databasePassword()));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers.kafkaBootstrapServers(), "linger.ms", 0),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  static TestSuite start() {
    return start(Map.of());
  }

  static TestSuite start(Map<String, String> own) {
    var suite = new TestSuite(own);
    suite.startInstance();
    return suite;
  }

  private void key(int index, String key, String tenant, String user, String roles) {
    var prefix = "onceflow.security.api-keys[%d].".formatted(index);
    properties.put(prefix + "name", key);
    properties.put(prefix + "sha256", sha256(key));
    properties.put(prefix + "tenant", tenant);
    properties.put(prefix + "user", user);
    properties.put(prefix + "roles", roles);
  }

  Instance startInstance() {
    return startInstance(Map.of());
  }

  Instance startInstance(Map<String, String> own) {
    var all = new HashMap<>(properties);
    all.putAll(own);
    var context =
        new SpringApplicationBuilder(AggregatorService.class)
            .run(
                all.entrySet().stream()
                    .map(it -> "--" + it.getKey() + "=" + it.getValue())
                    .toArray(String[]::new));
    var instance = new Instance(context);
    instances.add(instance);
    return instance;
  }

  Instance instance() {
    return instances.getFirst();
  }

  Map<String, Object> properties() {
    return properties;
  }

  JdbcTemplate jdbc() {
    return jdbc;
  }

  void send(String topic, TaskId key, Message message) {
    var record =
        new ProducerRecord<>(
            topic, key.toString().getBytes(StandardCharsets.UTF_8), MessageJson.write(message));
    header(record, Headers.MESSAGE_ID, String.valueOf(message.messageId()));
    header(record, Headers.MESSAGE_TYPE, MessageJson.typeOf(message));
    header(record, Headers.SCHEMA_VERSION, "1");
    header(record, Headers.TRACEPARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    send(record);
  }

  void send(ProducerRecord<byte[], byte[]> record) {
    pending.add(producer.send(record));
  }

  /** Waits until the broker has all that was sent. */
  void flush() throws Exception {
    for (var sent = pending.poll(); sent != null; sent = pending.poll()) {
      sent.get();
    }
  }

  /** The one number that a query of this suite's database gives. */
  long count(String sql, Object... arguments) {
    var count = jdbc.queryForObject(sql, Long.class, arguments);
    return count == null ? 0 : count;
  }

  void accept(TaskAccepted task) {
    send(Topics.ACCEPTED, task.taskId(), task);
  }

  void finish(StepFinished finished) {
    send(Topics.RESULT, finished.taskId(), finished);
  }

  /** A task of the article pipeline, accepted now. */
  static TaskAccepted article() {
    return task("article", ARTICLE, Duration.ofMinutes(5));
  }

  static TaskAccepted task(String pipeline, List<StepName> steps, Duration deadline) {
    return task(pipeline, steps, deadline, deadline.plusHours(1));
  }

  static TaskAccepted task(
      String pipeline, List<StepName> steps, Duration deadline, Duration expiry) {
    return task(pipeline, steps, deadline, expiry, null);
  }

  static TaskAccepted task(
      String pipeline,
      List<StepName> steps,
      Duration deadline,
      Duration expiry,
      @org.jspecify.annotations.Nullable String callbackUrl) {
    var now = Instant.now();
    return new TaskAccepted(
        UuidV7.next(),
        TaskId.next(),
        "acme",
        "ann",
        pipeline,
        steps,
        "A title with \0 in it",
        "en",
        5,
        now,
        now.plus(deadline),
        now.plus(expiry),
        "0af7651916cd43dd8448eb211c80319c",
        "ingest-service",
        new Input("acme/" + sha256("text"), "text/plain", 4, null),
        sha256("text"),
        "",
        callbackUrl,
        Map.of("author", "Ann"));
  }

  static StepFinished.Succeeded succeeded(TaskAccepted task, StepName step) {
    return succeeded(task, step, "{\"from\":\"%s\"}".formatted(step));
  }

  static StepFinished.Succeeded succeeded(TaskAccepted task, StepName step, String result) {
    return new StepFinished.Succeeded(
        UuidV7.next(),
        task.taskId(),
        task.tenant(),
        step,
        1,
        1,
        false,
        "embedded",
        "minilm",
        Instant.now(),
        Instant.now(),
        new Usage(1, 100, 20, 0, 0, 1_500),
        MessageJson.mapper().readTree(result),
        null,
        null);
  }

  static StepFinished.Failed failed(TaskAccepted task, StepName step, int attempt) {
    return new StepFinished.Failed(
        UuidV7.next(),
        task.taskId(),
        task.tenant(),
        step,
        1,
        attempt,
        "embedded",
        "minilm",
        Instant.now(),
        Instant.now(),
        new Usage(attempt, 100, 0, 0, 0, 500),
        new StepError("provider-timeout", "no answer in time", true));
  }

  static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    producer.close();
    instances.forEach(Instance::close);
  }

  /** One running aggregator. */
  static final class Instance implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    Instance(ConfigurableApplicationContext context) {
      this.context = context;
    }

    int port() {
      return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
          .getPort();
    }

    <T> T bean(Class<T> type) {
      return context.getBean(type);
    }

    Client client(String key) {
      return new Client(port(), key);
    }

    Client client() {
      return client(USER_KEY);
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
