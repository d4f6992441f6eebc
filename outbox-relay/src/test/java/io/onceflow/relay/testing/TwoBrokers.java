package io.onceflow.relay.testing;

import io.onceflow.devstack.server.EmbeddedServer.ServerFolder;
import io.onceflow.devstack.server.KafkaServer;
import io.onceflow.devstack.server.Ports;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;

/** A cluster of two brokers that ask who may do what; the second can be taken away. */
public final class TwoBrokers implements AutoCloseable {
  private static final KafkaServer.Jvm JVM =
      new KafkaServer.Jvm("160m", List.of(), List.of("-XX:TieredStopAtLevel=1"));
  private static final List<String> ASKING =
      List.of(
          "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
          "allow.everyone.if.no.acl.found=true",
          // a broker that was killed is missed soon
          "broker.session.timeout.ms=3000",
          "broker.heartbeat.interval.ms=500");

  private final KafkaServer first;
  private final KafkaServer second;
  private final Admin admin;

  private TwoBrokers(KafkaServer first, KafkaServer second) {
    this.first = first;
    this.second = second;
    this.admin = Admin.create(Map.of("bootstrap.servers", first.bootstrapServers()));
  }

  /** Starts both. */
  public static TwoBrokers start(Path folder) {
    var controller = Ports.free();
    var first = new KafkaServer(Ports.free(), controller, JVM, ASKING, server(folder, "first"));
    var port = Ports.free();
    var joining =
        List.of(
            "node.id=2",
            "process.roles=broker",
            "controller.quorum.voters=1@127.0.0.1:" + controller,
            "listeners=PLAINTEXT://127.0.0.1:" + port);
    var settings = Stream.concat(ASKING.stream(), joining.stream()).toList();
    var second = new KafkaServer(port, controller, JVM, settings, server(folder, "second"));
    first.start();
    second.start();
    return new TwoBrokers(first, second);
  }

  private static ServerFolder server(Path folder, String name) {
    return new ServerFolder(
        folder.resolve(name), folder.resolve(name + ".log"), folder.resolve("programs"), false);
  }

  /** Of the first broker, which stays. */
  public String bootstrapServers() {
    return first.bootstrapServers();
  }

  /** Makes a topic whose partitions lie on the given brokers. */
  public void create(String topic, int... brokers) {
    var places = new HashMap<Integer, List<Integer>>();
    for (var partition = 0; partition < brokers.length; partition++) {
      places.put(partition, List.of(brokers[partition]));
    }
    done(admin -> admin.createTopics(List.of(new NewTopic(topic, places))).all());
  }

  /** Kills the second broker. */
  public void killSecond() {
    second.kill();
  }

  /** Brings it back. */
  public void startSecond() {
    second.start();
  }

  /** Lets the brokers do something. */
  public void done(Function<Admin, KafkaFuture<Void>> change) {
    try {
      change.apply(admin).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    admin.close();
    second.discard();
    first.discard();
  }
}
