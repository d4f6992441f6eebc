package io.onceflow.aggregator;

import com.zaxxer.hikari.HikariDataSource;
import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.Headers;
import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepFinished;
import io.onceflow.model.TaskAccepted;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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
import org.springframework.jdbc.core.JdbcTemplate;
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
  private final Map<String, Object> properties = new HashMap<>();
  private final List<RunningAggregator> instances = new ArrayList<>();
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
    properties.put("onceflow.pipelines.file", TestPipelines.withChord());
    properties.put("onceflow.webhook.allow-private-addresses", true);
    properties.put("onceflow.webhook.secret", WEBHOOK_SECRET);
    properties.put("onceflow.webhook.first-backoff", "PT0.2S");
    properties.put("onceflow.webhook.interval", "PT0.2S");
    properties.put("onceflow.webhook.timeout", "PT30S");
    properties.put("onceflow.notify.arrival", "PT2S");
    properties.put("onceflow.ingest.rate-limit.per-second", "0.001");
    properties.put("onceflow.ingest.rate-limit.burst", "100000");
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
    Offsets.createTopics();
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

  private void key(int index, String key, String tenant, String user, String roles) {
    var prefix = "onceflow.security.api-keys[%d].".formatted(index);
    properties.put(prefix + "name", key);
    properties.put(prefix + "sha256", Messages.sha256(key));
    properties.put(prefix + "tenant", tenant);
    properties.put(prefix + "user", user);
    properties.put(prefix + "roles", roles);
  }

  RunningAggregator startInstance() {
    return startInstance(Map.of());
  }

  RunningAggregator startInstance(Map<String, String> own) {
    var context =
        new SpringApplicationBuilder(AggregatorService.class)
            .run(arguments(own).toArray(String[]::new));
    var instance = new RunningAggregator(context);
    instances.add(instance);
    return instance;
  }

  private List<String> arguments(Map<String, String> own) {
    var all = new HashMap<>(properties);
    all.putAll(own);
    return all.entrySet().stream().map(it -> "--" + it.getKey() + "=" + it.getValue()).toList();
  }

  /** An instance that is a process of its own and ends as {@link AggregatorUnderTest} says. */
  GuardedProcess fork(Path log, Map<String, String> own) {
    var path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED",
            AggregatorUnderTest.class.getName()));
    words.addAll(arguments(own));
    var folder = Objects.requireNonNull(log.getParent(), "the folder of the log");
    return GuardedProcess.start(
        new GuardedProcess.Command(
            words, Map.of("CLASSPATH", path), folder, log, "TERM", Duration.ofSeconds(40), null));
  }

  String group() {
    return String.valueOf(properties.get("onceflow.merge.group"));
  }

  RunningAggregator instance() {
    return instances.getFirst();
  }

  RunningAggregator otherInstance() {
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

  /** How many of the tasks, made one after the other, have the status. */
  long inStatus(List<TaskAccepted> tasks, String status) {
    return count(
        "select count(*) from aggregator.task where id between ? and ? and status = ?",
        tasks.getFirst().taskId().value(),
        tasks.getLast().taskId().value(),
        status);
  }

  /** The result as a record of a partition other than its key's. */
  static ProducerRecord<byte[], byte[]> onPartition(StepFinished result, int partition) {
    return onPartition(Topics.RESULT, result, result.taskId(), partition);
  }

  static ProducerRecord<byte[], byte[]> onPartition(
      String topic, Message message, TaskId task, int partition) {
    var record =
        new ProducerRecord<>(
            topic,
            partition,
            task.toString().getBytes(StandardCharsets.UTF_8),
            MessageJson.write(message));
    header(record, "message-type", MessageJson.typeOf(message));
    header(record, "schema-version", "1");
    return record;
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

  static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    producer.close();
    instances.forEach(RunningAggregator::close);
    database.close();
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
