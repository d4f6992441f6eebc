package io.onceflow.relay.loop;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.relay.publish.EveryPublishEvents;
import io.onceflow.relay.publish.PublishEvents;
import io.onceflow.relay.publish.PublishMetrics;
import io.onceflow.relay.publish.PublishProperties;
import io.onceflow.relay.publish.RelayOutbox;
import io.onceflow.relay.send.ProducerSettings;
import io.onceflow.relay.send.TopicSender;
import io.onceflow.relay.shard.LeaseKeeper;
import io.onceflow.relay.shard.ShardLeases;
import io.onceflow.relay.shard.ShardProperties;
import io.onceflow.relay.source.OutboxSource;
import io.onceflow.relay.source.OutboxSources;
import io.onceflow.relay.topic.KafkaTopics;
import io.onceflow.relay.wake.WakeUps;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LoopConfiguration {

  @Bean
  Relays relays(
      OutboxSources sources,
      WakeUps wakeUps,
      KafkaTopics topics,
      KafkaProperties kafka,
      ShardProperties shards,
      PublishProperties properties,
      MeterRegistry registry,
      ObjectProvider<PublishEvents> observers) {
    var instance = UUID.randomUUID().toString();
    var settings = ProducerSettings.complete(kafka.buildProducerProperties());
    return new Relays(
        sources.all().stream()
            .map(
                source -> {
                  var wakeUp = wakeUps.of(source);
                  var leases = new ShardLeases(source, instance, shards.lease());
                  var keeper = new LeaseKeeper(source, leases, shards.lease(), wakeUp::wake);
                  var sender = new TopicSender(() -> producer(settings, source));
                  var outbox =
                      new RelayOutbox(
                          source,
                          leases,
                          topics,
                          sender,
                          events(source, registry, observers),
                          properties,
                          wakeUp::wake);
                  return new Relay(
                      source.name(),
                      new RelayLoop(source.name(), outbox, wakeUp, properties),
                      keeper,
                      new OutboxCensus(source, leases, registry),
                      sender);
                })
            .toList());
  }

  private static Producer<byte[], byte[]> producer(
      Map<String, Object> settings, OutboxSource source) {
    var own = new HashMap<>(settings);
    own.put(ProducerConfig.CLIENT_ID_CONFIG, "outbox-relay-" + source.name());
    return new KafkaProducer<>(own);
  }

  private static PublishEvents events(
      OutboxSource source, MeterRegistry registry, ObjectProvider<PublishEvents> observers) {
    var all =
        Stream.concat(
            Stream.of(new PublishMetrics(registry, source.name())), observers.orderedStream());
    return new EveryPublishEvents(all.toList());
  }
}
