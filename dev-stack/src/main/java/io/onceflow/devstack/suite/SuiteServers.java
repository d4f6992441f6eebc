package io.onceflow.devstack.suite;

import io.onceflow.devstack.data.BuildFolder;
import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.Secrets;
import io.onceflow.devstack.server.EmbeddedServer;
import io.onceflow.devstack.server.EmbeddedServer.ServerFolder;
import io.onceflow.devstack.server.KafkaServer;
import io.onceflow.devstack.server.PostgresServer;
import io.onceflow.devstack.server.RedisServer;
import io.onceflow.devstack.server.StartCache;
import java.util.ArrayList;
import java.util.List;

/** The servers of a suite: started here, or running elsewhere where the plan says so. */
final class SuiteServers {
  private static final String DATABASE = "onceflow";
  private static final String KAFKA_HEAP = "512m";

  private final SuitePlan plan;
  private final DataFolder folder;
  private final BuildFolder builds;
  private final String password;
  private final List<StartCaches.Wanted> startCaches = new ArrayList<>();

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
      var kafka = kafka();
      members.add(member("kafka", kafka));
      startCaches.add(new StartCaches.Wanted("kafka", kafkaStartCache(), kafka::process));
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
        new KafkaServer.Jvm(KAFKA_HEAP, kafkaStartCache().options()),
        serverFolder("kafka"));
  }

  /** What makes the next start faster. Call {@link #members} first. */
  List<StartCaches.Wanted> startCaches() {
    return List.copyOf(startCaches);
  }

  private StartCache kafkaStartCache() {
    return new StartCache(builds.kafkaStartCache(KafkaServer.version()));
  }

  private ServerFolder serverFolder(String name) {
    return new ServerFolder(folder.server(name), folder.log(name), builds.programs(), true);
  }
}
