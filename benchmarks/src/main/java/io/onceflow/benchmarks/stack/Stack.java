package io.onceflow.benchmarks.stack;

import io.onceflow.devstack.data.BuildFolder;
import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.Secrets;
import io.onceflow.devstack.server.EmbeddedServer;
import io.onceflow.devstack.server.EmbeddedServer.ServerFolder;
import io.onceflow.devstack.server.Folders;
import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.KafkaServer;
import io.onceflow.devstack.server.LogTail;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.server.PostgresServer;
import io.onceflow.devstack.server.RedisServer;
import io.onceflow.devstack.server.ThisJvm;
import io.onceflow.devstack.server.Together;
import io.onceflow.devstack.service.ServiceJar;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.service.ServiceProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.AppInfoParser;
import tools.jackson.databind.json.JsonMapper;

/**
 * PostgreSQL, Kafka and Redis of a benchmark's own, set up as the launcher sets them up (every
 * commit is flushed to the disk), and the services and programs that run beside them. All end with
 * it, also when this JVM is killed, and leave nothing.
 */
public final class Stack implements AutoCloseable {
  private static final String DATABASE = "onceflow";
  private static final String KAFKA_HEAP = "512m";
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path home = Path.of(System.getProperty("onceflow.home", ".")).toAbsolutePath();
  private final Path root = home.resolve("benchmarks/target/data-" + ProcessHandle.current().pid());
  private final DataFolder data = new DataFolder(root);
  private final BuildFolder builds = BuildFolder.of(home, data);
  private final int kafkaMetricsPort = Ports.free();
  private final PostgresServer postgres;
  private final KafkaServer kafka;
  private final RedisServer redis;
  private final List<ServiceProcess> services = new ArrayList<>();
  private final Map<String, GuardedProcess> programs = new LinkedHashMap<>();

  private Stack(boolean counted, List<String> postgresSettings) {
    data.open();
    var settings = new ArrayList<String>();
    // the folder is thrown away, but the commits are to cost what they cost
    settings.addAll(List.of("fsync=on", "full_page_writes=on"));
    settings.addAll(List.of("max_connections=200", "shared_buffers=256MB", "max_wal_size=2GB"));
    settings.addAll(postgresSettings);
    postgres = new PostgresServer(Ports.free(), "onceflow", settings, folder("postgres"));
    kafka =
        new KafkaServer(
            Ports.free(),
            Ports.free(),
            new KafkaServer.Jvm(KAFKA_HEAP, List.of(), counted ? jmxOptions() : List.of()),
            folder("kafka"));
    redis = new RedisServer(Ports.free(), folder("redis"));
  }

  /**
   * Starts the servers.
   *
   * @param postgresSettings beside the launcher's, each {@code name=value}
   */
  public static Stack start(String... postgresSettings) {
    return start(new Stack(false, List.of(postgresSettings)));
  }

  /** Starts the servers, Kafka's counters open to this program. */
  public static Stack startCounted(String... postgresSettings) {
    return start(new Stack(true, List.of(postgresSettings)));
  }

  private static Stack start(Stack stack) {
    try {
      Together.run(List.of(stack.postgres::start, stack.kafka::start, stack.redis::start));
      stack.postgres.createDatabase(DATABASE);
    } catch (RuntimeException e) {
      stack.close();
      throw e;
    }
    return stack;
  }

  private List<String> jmxOptions() {
    return List.of(
        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
        "-Djava.rmi.server.hostname=127.0.0.1",
        "-Dcom.sun.management.jmxremote.port=" + kafkaMetricsPort,
        "-Dcom.sun.management.jmxremote.rmi.port=" + kafkaMetricsPort,
        "-Dcom.sun.management.jmxremote.authenticate=false",
        "-Dcom.sun.management.jmxremote.ssl=false");
  }

  private ServerFolder folder(String name) {
    return new ServerFolder(data.server(name), data.log(name), builds.programs(), false);
  }

  /**
   * Starts a service from its jar and returns when it is ready.
   *
   * @param name that tells instances of a service apart
   * @param settings Spring properties beside the usual
   */
  public ServiceProcess startService(ServiceKind kind, String name, Map<String, String> settings) {
    return startService(kind, name, settings, kind.heapOptions());
  }

  /**
   * Starts a service from its jar and returns when it is ready.
   *
   * @param jvmOptions instead of the launcher's small heap; all compilers run, as in a container
   */
  public ServiceProcess startService(
      ServiceKind kind, String name, Map<String, String> settings, List<String> jvmOptions) {
    var port = Ports.free();
    var managementPort = Ports.free();
    var all = new TreeMap<>(settings(port, managementPort));
    all.putAll(settings);
    var instance =
        new ServiceProcess.Instance(
            kind,
            name,
            port,
            managementPort,
            JSON.writeValueAsString(all),
            data.log(name),
            data.temporary().resolve(name),
            jvmOptions);
    var service = new ServiceProcess(instance, ServiceJar.find(home, kind).unpack(builds, data));
    services.add(service);
    service.start();
    return service;
  }

  /** The settings that the launcher gives to each service. */
  private Map<String, String> settings(int port, int managementPort) {
    var settings = new LinkedHashMap<String, String>();
    settings.put("server.address", "127.0.0.1");
    settings.put("server.port", Integer.toString(port));
    settings.put("management.server.address", "127.0.0.1");
    settings.put("management.server.port", Integer.toString(managementPort));
    settings.put("spring.datasource.url", jdbcUrl());
    settings.put("spring.datasource.username", PostgresServer.USER);
    settings.put("spring.datasource.password", postgres.password());
    settings.put("spring.kafka.bootstrap-servers", kafka.bootstrapServers());
    settings.put("spring.data.redis.url", redis.url());
    settings.put("onceflow.topics.max-partitions", "3");
    settings.put("onceflow.security.mode", "api-key");
    settings.put("onceflow.security.api-keys[0].name", "benchmark");
    settings.put("onceflow.security.api-keys[0].sha256", Secrets.sha256(apiKey()));
    settings.put("onceflow.security.api-keys[0].tenant", "default");
    settings.put("onceflow.security.api-keys[0].user", "benchmark");
    settings.put("onceflow.security.api-keys[0].roles", "user,operator");
    return settings;
  }

  /** Starts a main class of this program as a process of its own. */
  public GuardedProcess startProgram(String name, Class<?> main, String heap, String... words) {
    var command = new ArrayList<String>();
    command.addAll(List.of(ThisJvm.java(), "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"));
    command.addAll(List.of("-Xms64m", "-Xmx" + heap, main.getName()));
    command.addAll(List.of(words));
    var process =
        GuardedProcess.start(
            new GuardedProcess.Command(
                command,
                Map.of("CLASSPATH", System.getProperty("java.class.path")),
                root,
                data.log(name),
                "TERM",
                GRACE,
                null));
    programs.put(name, process);
    return process;
  }

  /**
   * Waits for a program that {@link #startProgram} started.
   *
   * @throws IllegalStateException with the end of its log where it has ended or the time is over
   */
  public void awaitProgram(String name, BooleanSupplier condition, Duration patience) {
    var program = Objects.requireNonNull(programs.get(name), name);
    if (!program.await(condition, patience)) {
      throw new IllegalStateException(
          "%s is not ready.%n%s".formatted(name, LogTail.of(data.log(name))));
    }
  }

  /** Ends a program that {@link #startProgram} started. */
  public void stopProgram(String name) {
    var program = programs.remove(name);
    if (program != null) {
      program.stop();
    }
  }

  /** Ends a service that {@link #startService} started. */
  public void stopService(ServiceProcess service) {
    service.stop();
    services.remove(service);
  }

  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), PostgresServer.USER, postgres.password());
  }

  /** The servers' names and versions, for the report. */
  public String versions() throws SQLException {
    try (var connection = connect()) {
      var database = connection.getMetaData().getDatabaseProductVersion();
      return "PostgreSQL %s (fsync on), Kafka %s, Redis"
          .formatted(database, AppInfoParser.getVersion());
    }
  }

  public String jdbcUrl() {
    return postgres.jdbcUrl(DATABASE);
  }

  public PostgresServer postgres() {
    return postgres;
  }

  public String kafka() {
    return kafka.bootstrapServers();
  }

  /** Where Kafka's counters are read, after {@link #startCounted}. */
  public int kafkaMetricsPort() {
    return kafkaMetricsPort;
  }

  public int redisPort() {
    return redis.port();
  }

  public String apiKey() {
    return Secrets.apiKey(data);
  }

  public Path folder() {
    return root;
  }

  /** All that runs now, the benchmark's own JVM as {@code client} included. */
  public Map<String, ProcessHandle> processes() {
    var processes = new LinkedHashMap<String, ProcessHandle>();
    services.forEach(
        service ->
            service
                .process()
                .ifPresent(process -> processes.put(service.instance().name(), process.handle())));
    programs.forEach((name, process) -> processes.put(name, process.handle()));
    put(processes, "postgres", postgres);
    put(processes, "kafka", kafka);
    put(processes, "redis", redis);
    return processes;
  }

  private static void put(
      Map<String, ProcessHandle> processes, String name, EmbeddedServer server) {
    server.process().ifPresent(process -> processes.put(name, process.handle()));
  }

  @Override
  public void close() {
    List.copyOf(services).forEach(this::stopService);
    List.copyOf(programs.keySet()).forEach(this::stopProgram);
    List.of(redis, kafka, postgres).forEach(EmbeddedServer::discard);
    Folders.delete(root);
  }
}
