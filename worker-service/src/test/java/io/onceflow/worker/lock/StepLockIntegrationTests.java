package io.onceflow.worker.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.outbox.RedisNames;
import io.onceflow.worker.testing.SampleClaims;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class StepLockIntegrationTests {
  private static final Duration TIME = Duration.ofSeconds(30);

  private final LettuceConnectionFactory connections = connections();
  private final StringRedisTemplate redis = new StringRedisTemplate(connections);

  @BeforeEach
  void forget() {
    TestServers.shared().faults().flushRedis();
  }

  @AfterEach
  void disconnect() {
    connections.destroy();
  }

  @Test
  void workIsLockedForItsOwnSuiteAlone() {
    var blue = new StepLock(redis, new RedisNames("blue"), TIME);
    var green = new StepLock(redis, new RedisNames("green"), TIME);
    var claim = SampleClaims.ofOneWork();
    var rival = SampleClaims.ofOneWork();

    assertThat(blue.acquire(List.of(claim))).containsExactly(claim.key());
    assertThat(blue.acquire(List.of(rival))).isEmpty();
    assertThat(green.acquire(List.of(rival))).containsExactly(rival.key());

    green.release(List.of(rival));
    assertThat(redis.keys("*")).containsExactly("blue:step:" + claim.key());
  }

  private static LettuceConnectionFactory connections() {
    var address = URI.create(TestServers.shared().redisUrl());
    var factory = new LettuceConnectionFactory(address.getHost(), address.getPort());
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }
}
