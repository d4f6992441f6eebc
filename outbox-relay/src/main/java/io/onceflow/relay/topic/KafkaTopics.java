package io.onceflow.relay.topic;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * The topics that the brokers have, with the largest record each takes: what is known here decides
 * whether a row can be sent at all, before any of it is sent.
 */
public final class KafkaTopics implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final KafkaAdmin planned;
  private final Admin admin;
  private boolean created;
  private long refreshedAt;
  private volatile Map<String, Integer> limits = Map.of();

  /**
   * @param planned creates the topics of the suite
   * @param admin asks the brokers, and is closed with this
   */
  KafkaTopics(KafkaAdmin planned, Admin admin) {
    this.planned = planned;
    this.admin = admin;
  }

  private boolean known() {
    return !limits.isEmpty();
  }

  /** The size in bytes of the largest record of a topic; empty if there is no such topic. */
  public OptionalInt limit(String topic) {
    var limit = limits.get(topic);
    return limit == null ? OptionalInt.empty() : OptionalInt.of(limit);
  }

  /**
   * Creates the topics of the suite and asks the brokers for theirs, if that was never done.
   *
   * @throws BrokerUnavailableException if they do not answer
   */
  public void refreshOnce() {
    if (!known()) {
      refresh();
    }
  }

  /**
   * Creates what is planned and absent, and asks the brokers for their topics, unless they were
   * asked within the last second.
   *
   * @throws BrokerUnavailableException if they do not answer; what was known stays known
   */
  public synchronized void refresh() {
    if (known() && System.nanoTime() - refreshedAt < FRESH.toNanos()) {
      return;
    }
    if (!created && !planned.initialize()) {
      throw new BrokerUnavailableException("the topics could not be created", null);
    }
    created = true;
    limits = ask();
    refreshedAt = System.nanoTime();
  }

  /**
   * Asks the brokers for a sign of life.
   *
   * @throws BrokerUnavailableException if they give none
   */
  public void requireBroker() {
    await(admin.describeCluster().nodes().toCompletionStage().toCompletableFuture());
  }

  private Map<String, Integer> ask() {
    var names = await(admin.listTopics().names().toCompletionStage().toCompletableFuture());
    try {
      return limits(names);
    } catch (AuthorizationException e) {
      // where settings may not be read, the broker alone decides what is too large
      var unlimited = new HashMap<String, Integer>();
      names.forEach(name -> unlimited.put(name, Integer.MAX_VALUE));
      return Map.copyOf(unlimited);
    }
  }

  private Map<String, Integer> limits(Collection<String> names) {
    var resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    var described =
        await(
            admin
                .describeConfigs(List.copyOf(resources))
                .all()
                .toCompletionStage()
                .toCompletableFuture());
    var found = new HashMap<String, Integer>();
    described.forEach((resource, config) -> found.put(resource.name(), limit(config)));
    return Map.copyOf(found);
  }

  private static int limit(Config config) {
    var entry = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    return entry == null ? Integer.MAX_VALUE : Integer.parseInt(entry.value());
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException denied) {
        throw denied;
      }
      throw new BrokerUnavailableException("the brokers refuse: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new BrokerUnavailableException("the brokers do not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerUnavailableException("interrupted", e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
