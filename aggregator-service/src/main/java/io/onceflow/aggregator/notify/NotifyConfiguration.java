package io.onceflow.aggregator.notify;

import io.micrometer.core.instrument.MeterRegistry;
import io.onceflow.aggregator.schedule.Repeating;
import io.onceflow.aggregator.snapshot.Snapshots;
import io.onceflow.aggregator.store.TaskViews;
import io.onceflow.outbox.RedisNames;
import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Wires the telling of revisions. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NotifyProperties.class)
class NotifyConfiguration {

  @Bean
  Watchers watchers() {
    return new Watchers();
  }

  @Bean
  CurrentRevisions currentRevisions(TaskViews views, Snapshots snapshots) {
    return new CurrentRevisions(views, snapshots);
  }

  @Bean
  AwaitTask awaitTask(
      TaskViews views, Watchers watchers, Clock clock, NotifyProperties properties) {
    return new AwaitTask(views, watchers, clock, properties.arrival());
  }

  @Bean
  NotifyMetrics notifyMetrics(MeterRegistry registry) {
    return new NotifyMetrics(registry);
  }

  @Bean
  RevisionHints revisionHints(StringRedisTemplate redis, RedisNames names) {
    return new RevisionHints(redis, names);
  }

  @Bean
  NotifyCompletion notifyCompletion(
      Watchers watchers, TaskViews views, Snapshots snapshots, RevisionHints hints) {
    return new NotifyCompletion(watchers, views, snapshots, hints);
  }

  @Bean
  HintSubscription hintSubscription(
      RedisConnectionFactory redis, RevisionHints hints, NotifyCompletion notifying) {
    return new HintSubscription(redis, hints, notifying);
  }

  @Bean
  Repeating hintSubscribing(HintSubscription subscription) {
    return new Repeating("hint-subscription", Duration.ofSeconds(1), subscription::ensure);
  }

  @Bean
  Repeating revisionSweep(
      Watchers watchers,
      TaskViews views,
      NotifyCompletion notifying,
      Clock clock,
      NotifyProperties properties) {
    var sweep = new SweepRevisions(watchers, views, notifying, clock);
    return new Repeating("revision-sweep", properties.sweep(), sweep::run);
  }
}
