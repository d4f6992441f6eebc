package io.onceflow.relay.wake;

import io.netty.util.HashedWheelTimer;
import io.onceflow.outbox.RedisNames;
import io.onceflow.relay.source.OutboxSources;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

@Configuration(proxyBeanMethods = false)
class WakeConfiguration {

  @Bean
  WakeUps wakeUps(OutboxSources sources, RedisNames names) {
    return new WakeUps(sources, names);
  }

  @Bean
  PokeListener pokeListener(RedisConnectionFactory redis, WakeUps wakeUps) {
    return new PokeListener(redis, wakeUps.byChannel());
  }

  /**
   * What of the connection to Redis is timed, to be made and to be made again, needs no exactness.
   * Lettuce's own timer ticks ten times a second, which took more CPU than all else of an idle
   * relay.
   */
  @Bean(destroyMethod = "stop")
  HashedWheelTimer redisTimer() {
    return new HashedWheelTimer(
        Thread.ofPlatform().daemon().name("redis-timer").factory(), 500, TimeUnit.MILLISECONDS);
  }

  @Bean
  ClientResourcesBuilderCustomizer slowRedisTimer(HashedWheelTimer redisTimer) {
    return resources -> resources.timer(redisTimer);
  }
}
