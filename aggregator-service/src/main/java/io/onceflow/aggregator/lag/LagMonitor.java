package io.onceflow.aggregator.lag;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.KafkaException;

/** Measures for each consumer group of the suite how many records of a topic it has not read. */
final class LagMonitor implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 10;

  private final Admin admin;
  private final String groupPrefix;
  private final MeterRegistry registry;
  private final Map<TopicOfGroup, AtomicLong> lags = new ConcurrentHashMap<>();

  /**
   * @param groupPrefix of the groups that are measured
   */
  LagMonitor(Admin admin, String groupPrefix, MeterRegistry registry) {
    this.admin = admin;
    this.groupPrefix = groupPrefix;
    this.registry = registry;
  }

  /** Measures once. */
  void measure() {
    try {
      var measured = new HashMap<TopicOfGroup, Long>();
      for (var group : groups()) {
        measure(group, measured);
      }
      lags.forEach((key, lag) -> lag.set(measured.getOrDefault(key, 0L)));
      measured.forEach((key, lag) -> lags.computeIfAbsent(key, this::register).set(lag));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException("The lag could not be measured", e);
    }
  }

  private Iterable<String> groups()
      throws InterruptedException, ExecutionException, TimeoutException {
    return admin.listGroups().all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS).stream()
        .map(group -> group.groupId())
        .filter(group -> group.startsWith(groupPrefix))
        .toList();
  }

  private void measure(String group, Map<TopicOfGroup, Long> measured)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetAndMetadata> read =
        admin
            .listConsumerGroupOffsets(group)
            .partitionsToOffsetAndMetadata()
            .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    var wanted = new HashMap<TopicPartition, OffsetSpec>();
    read.keySet().forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
    var ends = admin.listOffsets(wanted).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    read.forEach(
        (partition, offset) -> {
          var end = ends.get(partition);
          if (offset != null && end != null) {
            measured.merge(
                new TopicOfGroup(partition.topic(), group),
                Math.max(0, end.offset() - offset.offset()),
                Long::sum);
          }
        });
  }

  private AtomicLong register(TopicOfGroup key) {
    var lag = new AtomicLong();
    Gauge.builder("onceflow.consumer.lag", lag, AtomicLong::get)
        .description("Records that a consumer group has not read yet")
        .tag("topic", key.topic())
        .tag("group", key.group())
        .register(registry);
    return lag;
  }

  @Override
  public void close() {
    admin.close();
  }

  private record TopicOfGroup(String topic, String group) {}
}
