package io.onceflow.worker.govern;

import io.onceflow.outbox.RedisNames;
import io.onceflow.worker.engine.call.CallGate;
import io.onceflow.worker.govern.breaker.Breakers;
import io.onceflow.worker.govern.budget.ReserveBudget;
import io.onceflow.worker.govern.rate.Turns;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

@Configuration(proxyBeanMethods = false)
class GovernConfiguration {
  @Bean
  SparedRedis sparedRedis(StringRedisTemplate redis, RedisNames names) {
    return new SparedRedis(redis, names);
  }

  @Bean
  CallGate callGate(Breakers breakers, Turns turns, ReserveBudget budget) {
    return new GovernCalls(breakers, turns, budget);
  }
}
