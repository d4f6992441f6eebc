package io.onceflow.devstack.suite;

import io.onceflow.devstack.data.BuildFolder;
import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.Secrets;
import io.onceflow.devstack.server.EmbeddedServer;
import io.onceflow.devstack.server.EmbeddedServer.ServerFolder;
import io.onceflow.devstack.server.Folders;
import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.KafkaServer;
import io.onceflow.devstack.server.Ports;
import io.onceflow.devstack.server.PostgresServer;
import io.onceflow.devstack.server.RedisServer;
import io.onceflow.devstack.server.StartCache;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers of a suite: started here, or running elsewhere where the plan says so. */
final class SuiteServers {
  private static final String DATABASE = "onceflow";
  private static final String KAFKA_HEAP = "512m";

  private final SuitePlan plan;
  private final DataFolder folder;
  private final BuildFolder builds;
  private final String password;
  private volatile @Nullable KafkaServer trained;

  SuiteServers(SuitePlan plan, DataFolder folder) {
    this.plan = plan;
    this.folder = folder;
    this.builds = BuildFolder.of(plan.home(), folder);
    this.password = Secrets.databasePassword(folder);
  }

  /** Those that the suite starts, in the order in which they are stopped. */
  List<Member> members() {
    var members = new ArrayList<Member>();
    if (plan.external().redis() == null) {
      members.add(member("redis", new RedisServer(plan.redisPort(), serverFolder("redis"))));
    }
    if (plan.external().kafka() == null) {
      members.add(member("kafka", kafka()));
    }
    if (plan.external().postgres() == null) {
      var postgres = postgres();
      members.add(member("postgres", postgres));
    }
    return members;
  }

  /** Makes the suite's database where the server is the suite's own. */
  void createDatabase() {
    if (plan.external().postgres() == null) {
      postgres().createDatabase(DATABASE);
    }
  }

  ServerAddresses addresses() {
    var external = plan.external();
    var postgres =
        external.postgres() == null
            ? new ExternalPostgres(postgres().jdbcUrl(DATABASE), PostgresServer.USER, password)
            : ExternalPostgres.parse(external.postgres());
    return new ServerAddresses(
        postgres.jdbcUrl(),
        postgres.user(),
        postgres.password(),
        external.kafka() == null ? "127.0.0.1:" + plan.kafkaPort() : external.kafka(),
        external.redis() == null ? "redis://127.0.0.1:" + plan.redisPort() : external.redis());
  }

  private Member member(String key, EmbeddedServer server) {
    return Member.server(key, server, folder.log(key));
  }

  private PostgresServer postgres() {
    var settings = List.of("max_connections=200", "shared_buffers=256MB", "max_wal_size=2GB");
    return new PostgresServer(plan.postgresPort(), password, settings, serverFolder("postgres"));
  }

  private KafkaServer kafka() {
    return new KafkaServer(
        plan.kafkaPort(),
        plan.kafkaControllerPort(),
        new KafkaServer.Jvm(KAFKA_HEAP, List.of(), kafkaStartCache().useOptions()),
        serverFolder("kafka"));
  }

  /** Makes the broker's next start faster; nothing where the broker is not the suite's own. */
  List<StartCaches.Training> trainings() {
    return plan.external().kafka() == null
        ? List.of(
            new StartCaches.Training(
                "kafka", kafkaStartCache(), this::trainKafka, this::abandonKafka))
        : List.of();
  }

  /** Starts an empty broker beside the suite's own, and asks it to end when it serves. */
  private GuardedProcess trainKafka() {
    var jvm =
        new KafkaServer.Jvm(
            KAFKA_HEAP, List.of("nice", "-n", "10"), kafkaStartCache().trainingOptions());
    var data = folder.temporary().resolve("training-kafka");
    Folders.delete(data);
    var log = folder.log("training-kafka");
    var scratch = new ServerFolder(data, log, builds.programs(), false);
    var broker = new KafkaServer(Ports.free(), Ports.free(), jvm, scratch);
    trained = broker;
    broker.start();
    var process = broker.process().orElseThrow();
    process.signal("TERM");
    return process;
  }

  /** Also while it starts. */
  private void abandonKafka() {
    var broker = trained;
    if (broker != null) {
      broker.process().ifPresent(GuardedProcess::kill);
    }
  }

  private StartCache kafkaStartCache() {
    return new StartCache(builds.kafkaStartCache(KafkaServer.version()));
  }

  private ServerFolder serverFolder(String name) {
    return new ServerFolder(folder.server(name), folder.log(name), builds.programs(), true);
  }
}
