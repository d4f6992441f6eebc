package io.onceflow.aggregator;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
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
import io.onceflow.model.pipeline.Pipelines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.KafkaAdmin;
import tools.jackson.databind.JsonNode;

/**
 * Instances of the aggregator over one database, and the messages that ingest and the workers would
 * send. Each suite has topics' data in common with others, and reads with a group of its own.
 */
final class TestSuite implements AutoCloseable {
  static final String WEBHOOK_SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
  static final String USER_KEY = "user-key";
  static final String OTHER_USER_KEY = "other-user-key";
  static final String OTHER_TENANT_KEY = "other-tenant-key";
  static final String OPERATOR_KEY = "operator-key";
  static final List<StepName> ARTICLE =
      Stream.of("quality-score", "keyword-extract", "auto-classify", "summary-gen")
          .map(StepName::new)
          .toList();

  static final List<StepName> CHORD =
      IntStream.rangeClosed(1, 100).mapToObj(i -> new StepName("chord-" + i)).toList();

  private final Map<String, Object> properties = new HashMap<>();
  private final List<Instance> instances = new ArrayList<>();
  private final KafkaProducer<byte[], byte[]> producer;
  private final HikariDataSource database = new HikariDataSource();
  private final JdbcTemplate jdbc;
  private final Queue<Future<RecordMetadata>> pending = new ConcurrentLinkedQueue<>();

  TestSuite(Map<String, String> own) {
    var servers = TestServers.shared();
    properties.putAll(servers.springProperties());
    properties.put("onceflow.merge.group", "aggregator-" + UuidV7.next());
    properties.put("onceflow.dead-letters.group", "dead-letters-" + UuidV7.next());
    properties.put("spring.kafka.admin.auto-create", false);
    properties.put("onceflow.pipelines.file", pipelinesWithChord());
    properties.put("onceflow.webhook.allow-private-addresses", true);
    properties.put("onceflow.webhook.secret", WEBHOOK_SECRET);
    properties.put("onceflow.webhook.first-backoff", "PT0.2S");
    properties.put("onceflow.webhook.interval", "PT0.2S");
    properties.put("onceflow.notify.arrival", "PT2S");
    properties.put("server.port", 0);
    properties.put("management.server.port", 0);
    key(0, USER_KEY, "acme", "ann", "user");
    key(1, OTHER_USER_KEY, "acme", "bob", "user");
    key(2, OTHER_TENANT_KEY, "rival", "eve", "user");
    key(3, OPERATOR_KEY, "acme", "ops", "user,operator");
    properties.putAll(own);
    database.setJdbcUrl(String.valueOf(properties.get("spring.datasource.url")));
    database.setUsername(servers.databaseUser());
    database.setPassword(servers.databasePassword());
    database.setMaximumPoolSize(3);
    jdbc = new JdbcTemplate(database);
    createTopics(servers.kafkaBootstrapServers());
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", servers.kafkaBootstrapServers(), "linger.ms", 0),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Two instances over one database, for all tests that need no others. */
  static TestSuite shared() {
    return Shared.SUITE;
  }

  // the topics of a hundred steps would take longer than all tests
  private static void createTopics(String bootstrapServers) {
    try (var admin = Admin.create(Map.of("bootstrap.servers", (Object) bootstrapServers))) {
      var topics =
          Stream.of(Topics.ACCEPTED, Topics.RESULT, Topics.DEAD_LETTERS)
              .map(topic -> new NewTopic(topic, 3, (short) 1))
              .toList();
      admin.createTopics(topics).all().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The shipped pipelines, and one of a hundred steps. */
  private static Path pipelinesWithChord() {
    try (var shipped =
        Objects.requireNonNull(
            Pipelines.class.getResourceAsStream("pipelines.yaml"), "the shipped pipelines")) {
      var yaml = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      var steps = new StringBuilder("steps:\n");
      var chord = new StringBuilder("pipelines:\n  chord:\n    steps:\n");
      for (var step : CHORD) {
        steps.append(
            "  %s:\n    result-field: %s\n".formatted(step, step.value().replace("-", "")));
        chord.append("      %s:\n".formatted(step));
      }
      var file = Files.createTempFile("pipelines", ".yaml");
      file.toFile().deleteOnExit();
      return Files.writeString(
          file,
          yaml.replace("steps:\n  text", steps + "  text").replace("pipelines:\n", chord + ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  Instance otherInstance() {
    return instances.get(1);
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

  /** An article that is due at the moment. */
  static TaskAccepted dueAt(Instant deadline) {
    var left = Duration.between(Instant.now(), deadline);
    return task("article", ARTICLE, deadline.minus(left), left, left.plusHours(1), null);
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
      @Nullable String callbackUrl) {
    return task(pipeline, steps, Instant.now(), deadline, expiry, callbackUrl);
  }

  private static TaskAccepted task(
      String pipeline,
      List<StepName> steps,
      Instant now,
      Duration deadline,
      Duration expiry,
      @Nullable String callbackUrl) {
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

  /** The end of text-extract, which makes a document. */
  static StepFinished.Succeeded extracted(TaskAccepted task) {
    var plain = succeeded(task, new StepName("text-extract"));
    return new StepFinished.Succeeded(
        plain.messageId(),
        plain.taskId(),
        plain.tenant(),
        plain.step(),
        1,
        1,
        false,
        plain.engine(),
        plain.model(),
        plain.startedAt(),
        plain.finishedAt(),
        plain.usage(),
        plain.result(),
        new Input("acme/" + sha256("extracted"), "text/plain", 9, "extracted"),
        sha256("extracted"));
  }

  /** The messages in the outbox of a task, in order. */
  List<JsonNode> outbox(TaskId task, String type) {
    return jdbc
        .query(
            "select messages, convert_from(tail, 'UTF8') as tail from aggregator.outbox"
                + " where key = ? order by id",
            (row, _) -> {
              var message = MessageJson.mapper().readTree(row.getString("messages")).get(0);
              var value = message.path("head").asString() + row.getString("tail");
              return message.path("type").asString().equals(type)
                  ? Stream.of(MessageJson.mapper().readTree(value))
                  : Stream.<JsonNode>empty();
            },
            task.value())
        .stream()
        .flatMap(it -> it)
        .toList();
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
    database.close();
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

    <T> T bean(Class<T> type, String name) {
      return context.getBean(name, type);
    }

    double metric(String name, String... tags) {
      var counter = bean(MeterRegistry.class).find(name).tags(tags).counter();
      return counter == null ? 0 : counter.count();
    }

    /** Records of the topics that the group has not committed yet. */
    long lag(String group, String... topics) throws Exception {
      var kafka = bean(KafkaAdmin.class);
      try (var admin = Admin.create(kafka.getConfigurationProperties())) {
        var read = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
        var behind = 0L;
        for (var topic : topics) {
          for (var partition = 0; partition < 3; partition++) {
            var at = new TopicPartition(topic, partition);
            var end =
                admin
                    .listOffsets(Map.of(at, OffsetSpec.latest()))
                    .partitionResult(at)
                    .get()
                    .offset();
            var offset = read.get(at);
            behind += end - (offset == null ? 0 : offset.offset());
          }
        }
        return behind;
      }
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

  private static final class Shared {
    static final TestSuite SUITE = new TestSuite(Map.of());

    static {
      SUITE.startInstance();
      SUITE.startInstance();
      // no relay empties the outbox here
      SUITE.jdbc.execute("create index outbox_of_task on aggregator.outbox (key)");
      Runtime.getRuntime().addShutdownHook(new Thread(SUITE::close));
    }
  }
}
