package io.onceflow.worker.testing;

import static java.util.stream.Collectors.toMap;

import com.zaxxer.hikari.HikariDataSource;
import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.Headers;
import io.onceflow.model.Input;
import io.onceflow.model.Message;
import io.onceflow.model.MessageJson;
import io.onceflow.model.StepFinished;
import io.onceflow.model.StepName;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskId;
import io.onceflow.model.Topics;
import io.onceflow.model.UuidV7;
import io.onceflow.payload.PayloadRef;
import io.onceflow.worker.WorkerService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A suite of real servers with workers, a provider that counts and a small relay; its steps, topics
 * and database are its own.
 */
public final class TestSuite implements AutoCloseable {
  private static int suites;

  private final TestServers servers = TestServers.shared();
  private final Path folder;
  private final String name;
  private final Map<String, String> settings = new HashMap<>();
  private final HikariDataSource source;
  private final JdbcTemplate jdbc;
  private final KafkaProducer<byte[], byte[]> producer;
  private final TestRelay relay;
  private final FakeProvider provider = new FakeProvider();
  private final List<Runnable> workers = new ArrayList<>();

  /**
   * A suite with one step.
   *
   * @param step the step's definition, lines of YAML without indent
   */
  public TestSuite(String step) {
    name = "s%d-%d".formatted(ProcessHandle.current().pid(), ++suites);
    servers.springProperties().forEach((key, value) -> settings.put(key, value.toString()));
    try {
      folder = Files.createTempDirectory("worker-test-");
      var file = Files.writeString(folder.resolve("pipelines.yaml"), yaml(step));
      settings.put("onceflow.pipelines.file", file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    settings.putAll(
        Map.of(
            "test.provider", provider.url(),
            "onceflow.engine.embedded.enabled", "false",
            "onceflow.topics.max-partitions", "2",
            // the provider fails when it is told to, which says nothing of other documents
            "onceflow.breaker.calls", "1000",
            "onceflow.breaker.least-calls", "1000",
            "onceflow.governor.enabled", "false",
            "server.port", "0",
            "management.server.port", "0"));
    source = new HikariDataSource();
    source.setJdbcUrl(setting("spring.datasource.url"));
    source.setUsername(setting("spring.datasource.username"));
    source.setPassword(setting("spring.datasource.password"));
    source.setMaximumPoolSize(3);
    source.setConnectionTimeout(1000);
    jdbc = new JdbcTemplate(source);
    Flyway.configure()
        .dataSource(source)
        .schemas("payload")
        .locations("classpath:io/onceflow/payload/migration")
        .load()
        .migrate();
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", setting("spring.kafka.bootstrap-servers")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    createTopics();
    relay = new TestRelay(jdbc, producer);
  }

  private String yaml(String step) {
    return "steps:\n  %s:\n%spipelines:\n  p:\n    steps:\n      %s:\n"
        .formatted(name, step.strip().indent(4), name);
  }

  private String setting(String key) {
    return Objects.requireNonNull(settings.get(key), key);
  }

  private void createTopics() {
    try (var admin = admin()) {
      var topics = new ArrayList<NewTopic>();
      Topics.ofStep(step()).forEach(topic -> topics.add(new NewTopic(topic, 2, (short) 1)));
      admin.createTopics(topics).all().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", setting("spring.kafka.bootstrap-servers")));
  }

  public StepName step() {
    return new StepName(name);
  }

  public String group() {
    return "onceflow-worker-" + name;
  }

  public FakeProvider provider() {
    return provider;
  }

  public JdbcTemplate jdbc() {
    return jdbc;
  }

  public TestServers servers() {
    return servers;
  }

  /** Starts a worker in this process. */
  public ConfigurableApplicationContext startWorker(Map<String, String> more) {
    var context =
        new SpringApplicationBuilder(WorkerService.class, WorkerUnderTest.class)
            .run(arguments(more).toArray(String[]::new));
    workers.add(context::close);
    return context;
  }

  /** Starts a worker as a process of its own and returns at once. */
  public WorkerProcess forkWorker(Map<String, String> more) {
    var settings = new HashMap<>(more);
    // nobody asks it over HTTP, and it starts sooner so
    settings.put("spring.main.web-application-type", "none");
    var process = WorkerProcess.start(arguments(settings), folder);
    workers.add(process::close);
    return process;
  }

  private List<String> arguments(Map<String, String> more) {
    var all = new HashMap<>(settings);
    all.put("onceflow.claim.group", group());
    all.putAll(more);
    return all.entrySet().stream().map(e -> "--%s=%s".formatted(e.getKey(), e.getValue())).toList();
  }

  /** A file of this suite's folder. */
  public Path file(String file) {
    return folder.resolve(file);
  }

  /** A request of a new task of the tenant {@code acme}. */
  public StepRequested request(String text) {
    return request("acme", text, 5, 3, Duration.ofMinutes(10));
  }

  public StepRequested request(
      String tenant, String text, int priority, int maxAttempts, Duration expiresAfter) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    var ref = PayloadRef.of(tenant, bytes);
    var now = Instant.now();
    return new StepRequested(
        UuidV7.next(),
        step(),
        1,
        1,
        maxAttempts,
        JsonNodeFactory.instance.objectNode(),
        TaskId.next(),
        tenant,
        "ann",
        "p",
        priority,
        now,
        now,
        now.plus(expiresAfter),
        now.plus(expiresAfter),
        "c",
        "test",
        new Input(ref.toString(), "text/plain", bytes.length, text),
        ref.sha256(),
        "");
  }

  /** Stores the document, as ingest does, and publishes the request. */
  public void publish(StepRequested request) {
    var ref = PayloadRef.parse(request.input().payloadRef());
    var text = request.input().text();
    if (text != null) {
      jdbc.update(
          "insert into payload.payload (tenant, sha256, media_type, content)"
              + " values (?, decode(?, 'hex'), 'text/plain', ?) on conflict do nothing",
          ref.tenant(),
          ref.sha256(),
          text.getBytes(StandardCharsets.UTF_8));
    }
    send(request);
  }

  /** Publishes a request alone, without storing its document. */
  public void send(StepRequested request) {
    send(Topics.ofStep(request.step(), request.lane()), request, request.taskId().toString());
  }

  /** Publishes many at once. */
  public void publishAll(List<StepRequested> requests) {
    jdbc.batchUpdate(
        "insert into payload.payload (tenant, sha256, media_type, content)"
            + " values (?, decode(?, 'hex'), 'text/plain', ?) on conflict do nothing",
        requests.stream().map(TestSuite::payload).toList());
    var sent =
        requests.stream()
            .map(r -> record(Topics.ofStep(r.step(), r.lane()), r, r.taskId().toString()))
            .map(producer::send)
            .toList();
    try {
      for (var acknowledged : sent) {
        acknowledged.get();
      }
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object[] payload(StepRequested request) {
    var ref = PayloadRef.parse(request.input().payloadRef());
    var text = Objects.requireNonNull(request.input().text(), "a first request has its text");
    return new Object[] {ref.tenant(), ref.sha256(), bytes(text)};
  }

  /** Lets the group read everything once more; no worker may run. */
  public void readFromTheBeginning() {
    try (var admin = admin()) {
      var committed = admin.listConsumerGroupOffsets(group()).partitionsToOffsetAndMetadata().get();
      var beginning =
          committed.keySet().stream().collect(toMap(p -> p, _ -> new OffsetAndMetadata(0)));
      admin.alterConsumerGroupOffsets(group(), beginning).all().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Publishes any message. */
  public void send(String topic, Message message, String key) {
    send(record(topic, message, key));
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, Message message, String key) {
    var sent = new ProducerRecord<>(topic, bytes(key), MessageJson.write(message));
    sent.headers().add(Headers.MESSAGE_ID, bytes(message.messageId().toString()));
    sent.headers().add(Headers.MESSAGE_TYPE, bytes(MessageJson.typeOf(message)));
    sent.headers().add(Headers.SCHEMA_VERSION, bytes("1"));
    return sent;
  }

  public void send(ProducerRecord<byte[], byte[]> sent) {
    try {
      producer.send(sent).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the worker told, in the order it was told. */
  public List<Message> messages() {
    return relay.messages();
  }

  public List<StepFinished> finished() {
    return relay.finished();
  }

  public List<StepFinished> finished(TaskId task) {
    return finished().stream().filter(answer -> answer.taskId().equals(task)).toList();
  }

  /** Records of the normal lane that the group has not acknowledged. */
  public long lag() {
    try (var admin = admin()) {
      var topic = Topics.ofStep(step()).get(1);
      var partitions = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
      var committed = admin.listConsumerGroupOffsets(group()).partitionsToOffsetAndMetadata().get();
      var ends =
          admin
              .listOffsets(partitions.stream().collect(toMap(p -> p, _ -> OffsetSpec.latest())))
              .all()
              .get();
      return partitions.stream()
          .mapToLong(p -> offset(ends.get(p)) - offset(committed.get(p)))
          .sum();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long offset(@Nullable ListOffsetsResultInfo end) {
    return end == null ? 0 : end.offset();
  }

  private static long offset(@Nullable OffsetAndMetadata committed) {
    return committed == null ? 0 : committed.offset();
  }

  /** How many workers live, as far as the database knows; none while the first one makes it. */
  public int living() {
    return jdbc.queryForObject("select to_regclass('worker.instance')::text", String.class) == null
        ? 0
        : count("select count(*) from worker.instance");
  }

  public int count(String sql) {
    var count = jdbc.queryForObject(sql, Integer.class);
    return count == null ? 0 : count;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    workers.forEach(Runnable::run);
    relay.close();
    producer.close();
    provider.close();
    source.close();
  }
}
