package io.onceflow.worker.lock;

import io.onceflow.outbox.RedisNames;
import io.onceflow.worker.run.RunningSteps;
import io.onceflow.worker.suite.Phases;
import io.onceflow.worker.suite.Repeated;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

@Configuration(proxyBeanMethods = false)
class LockConfiguration {
  private static final Duration TURN = Duration.ofMillis(500);

  @Bean
  StepLock stepLock(StringRedisTemplate redis, RedisNames names, LockProperties properties) {
    return new StepLock(redis, names, properties.time());
  }

  @Bean
  LockKeeper lockKeeper(StepLock lock, RunningSteps running, LockProperties properties) {
    return new LockKeeper(lock, running::all, properties.time());
  }

  @Bean
  Repeated lockKeeping(LockKeeper keeper) {
    return new Repeated("locks", TURN, Phases.LOCKS, keeper);
  }
}
