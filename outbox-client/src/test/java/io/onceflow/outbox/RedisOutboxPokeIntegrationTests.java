package io.onceflow.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.test.TestServers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisOutboxPokeIntegrationTests {
  private final LettuceConnectionFactory redis = connect(TestServers.shared().redisUrl());
  private final AtomicInteger heard = new AtomicInteger();

  @AfterEach
  void disconnect() {
    redis.destroy();
  }

  @Test
  void aPokeIsHeardOnTheChannelOfTheSchema() {
    try (var listening = redis.getConnection();
        var poke =
            new RedisOutboxPoke(new StringRedisTemplate(redis), RedisNames.STANDARD, "ingest")) {
      listening.subscribe(
          (_, _) -> heard.incrementAndGet(),
          OutboxPoke.channel(RedisNames.STANDARD, "ingest").getBytes(StandardCharsets.UTF_8));
      await()
          .untilAsserted(
              () -> {
                poke.poke();
                assertThat(heard).hasPositiveValue();
              });
    }
  }

  @Test
  void aPokeIsNotHeardByAnotherSuite() {
    var other = new RedisNames("other");
    try (var listening = redis.getConnection();
        var ours =
            new RedisOutboxPoke(new StringRedisTemplate(redis), RedisNames.STANDARD, "ingest");
        var theirs = new RedisOutboxPoke(new StringRedisTemplate(redis), other, "ingest")) {
      var channels = new ConcurrentLinkedQueue<String>();
      listening.pSubscribe(
          (message, _) -> channels.add(new String(message.getChannel(), StandardCharsets.UTF_8)),
          "*.outbox.ingest".getBytes(StandardCharsets.UTF_8));
      await()
          .untilAsserted(
              () -> {
                ours.poke();
                theirs.poke();
                assertThat(channels).contains("onceflow.outbox.ingest", "other.outbox.ingest");
              });
      assertThat(channels).containsOnly("onceflow.outbox.ingest", "other.outbox.ingest");
    }
  }

  @Test
  void aPokeWithoutRedisFailsNobody() {
    var nowhere = connect("redis://127.0.0.1:1");
    try (var poke =
        new RedisOutboxPoke(new StringRedisTemplate(nowhere), RedisNames.STANDARD, "ingest")) {
      assertThatCode(poke::poke).doesNotThrowAnyException();
    } finally {
      nowhere.destroy();
    }
  }

  private static LettuceConnectionFactory connect(String url) {
    var address = URI.create(url);
    var factory = new LettuceConnectionFactory(address.getHost(), address.getPort());
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }
}
