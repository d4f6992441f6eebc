package io.onceflow.relay.wake;

import io.onceflow.outbox.RedisNames;
import io.onceflow.relay.source.OutboxSources;
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
}
