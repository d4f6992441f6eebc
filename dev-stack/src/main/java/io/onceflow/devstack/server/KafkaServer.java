package io.onceflow.devstack.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** One KRaft broker that is its own controller, in a JVM of its own. */
public final class KafkaServer extends EmbeddedServer {
  private static final String CLUSTER_ID = "T25jZWZsb3dEZXZTdGFjaw";

  private static final String LOGGING =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{1} %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="out"/></root>
        <logger name="kafka.server.KafkaRaftServer" level="INFO"/>
      </configuration>
      """;

  private final int controllerPort;
  private final Jvm jvm;
  private final List<String> settings;

  /**
   * How the broker's JVM is run.
   *
   * @param heap as {@code -Xmx} takes it
   * @param prefix words before {@code java}
   * @param options more options for the JVM
   */
  public record Jvm(String heap, List<String> prefix, List<String> options) {
    public Jvm {
      prefix = List.copyOf(prefix);
      options = List.copyOf(options);
    }
  }

  public KafkaServer(int port, int controllerPort, Jvm jvm, ServerFolder folder) {
    this(port, controllerPort, jvm, List.of(), folder);
  }

  /**
   * @param settings more settings, each {@code name=value}
   */
  public KafkaServer(
      int port, int controllerPort, Jvm jvm, List<String> settings, ServerFolder folder) {
    super("Kafka", port, folder);
    this.controllerPort = controllerPort;
    this.jvm = jvm;
    this.settings = List.copyOf(settings);
  }

  /** Changes with whatever a start cache of the broker's JVM depends on. */
  public static String version() {
    var crc = new CRC32();
    crc.update(jars().getBytes(StandardCharsets.UTF_8));
    return "kafka-%08x-%s".formatted(crc.getValue(), ThisJvm.version());
  }

  public String bootstrapServers() {
    return "127.0.0.1:" + port();
  }

  @Override
  void prepare() throws IOException {
    Files.createDirectories(logs());
    Files.writeString(configuration(), settings() + String.join("\n", settings));
    Files.writeString(logging(), LOGGING);
    if (!Files.exists(logs().resolve("meta.properties"))) {
      format();
    }
  }

  @Override
  GuardedProcess.Command command() {
    return command(
        java(
            jvm.options(),
            "-Xms" + jvm.heap(),
            "-Xmx" + jvm.heap(),
            "kafka.Kafka",
            configuration().toString()));
  }

  @Override
  boolean isServing() {
    return Probes.kafka("127.0.0.1", port());
  }

  @Override
  String discardSignal() {
    return "KILL";
  }

  private void format() {
    var formatting =
        GuardedProcess.start(
            command(
                java(
                    List.of("-XX:TieredStopAtLevel=1"),
                    "kafka.tools.StorageTool",
                    "format",
                    "--ignore-formatted",
                    "-t",
                    CLUSTER_ID,
                    "-c",
                    configuration().toString())));
    if (formatting.onExit().join() != 0) {
      throw new LaunchException("Kafka cannot format its storage.\n" + endOfLog());
    }
  }

  private GuardedProcess.Command command(List<String> words) {
    return new GuardedProcess.Command(
        words,
        Map.of("CLASSPATH", jars()),
        folder().data(),
        folder().log(),
        "TERM",
        Duration.ofSeconds(30),
        folder().scratch());
  }

  private List<String> java(List<String> options, String... rest) {
    var words = new ArrayList<>(jvm.prefix());
    words.add(ThisJvm.java());
    words.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dlogback.configurationFile=" + logging()));
    words.addAll(options);
    words.addAll(Arrays.asList(rest));
    return words;
  }

  /** All jars of this program but its own: no file of the module under test is among them. */
  private static String jars() {
    return ThisJvm.jars().stream()
        .filter(jar -> !jar.getFileName().toString().startsWith("dev-stack-"))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path logs() {
    return folder().data().resolve("logs");
  }

  private Path configuration() {
    return folder().data().resolve("server.properties");
  }

  private Path logging() {
    return folder().data().resolve("logback.xml");
  }

  private String settings() {
    return """
    process.roles=broker,controller
    node.id=1
    controller.quorum.voters=1@127.0.0.1:%2$d
    listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
    advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
    controller.listener.names=CONTROLLER
    inter.broker.listener.name=PLAINTEXT
    log.dirs=%3$s
    auto.create.topics.enable=false
    num.network.threads=2
    num.io.threads=2
    background.threads=2
    log.cleaner.dedupe.buffer.size=4194304
    num.recovery.threads.per.data.dir=2
    log.segment.bytes=67108864
    offsets.topic.num.partitions=3
    offsets.topic.replication.factor=1
    transaction.state.log.num.partitions=1
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    share.coordinator.state.topic.num.partitions=1
    share.coordinator.state.topic.replication.factor=1
    share.coordinator.state.topic.min.isr=1
    group.initial.rebalance.delay.ms=0
    """
        .formatted(port(), controllerPort, logs());
  }
}
