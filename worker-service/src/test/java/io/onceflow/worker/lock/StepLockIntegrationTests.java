package io.onceflow.worker.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.test.TestServers;
import io.onceflow.model.Input;
import io.onceflow.model.StepName;
import io.onceflow.model.StepRequested;
import io.onceflow.model.TaskId;
import io.onceflow.model.Usage;
import io.onceflow.model.UuidV7;
import io.onceflow.model.pipeline.Pipelines;
import io.onceflow.outbox.RedisNames;
import io.onceflow.payload.PayloadRef;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.node.JsonNodeFactory;

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
    var claim = claim();
    var rival = claim();

    assertThat(blue.acquire(List.of(claim))).containsExactly(claim.key());
    assertThat(blue.acquire(List.of(rival))).isEmpty();
    assertThat(green.acquire(List.of(rival))).containsExactly(rival.key());

    green.release(List.of(rival));
    assertThat(redis.keys("*")).containsExactly("blue:step:" + claim.key());
  }

  /** A claim of the same work as any other. */
  private static Claim claim() {
    var step = Pipelines.shipped().step(new StepName("summary-gen")).orElseThrow();
    var request = request(step.name());
    return new Claim(
        ExecKey.of(request, "engine", "model"),
        UuidV7.next(),
        1,
        request,
        step,
        "engine",
        "model",
        Usage.NONE,
        false,
        null);
  }

  private static StepRequested request(StepName step) {
    var ref = PayloadRef.of("acme", "text".getBytes(StandardCharsets.UTF_8));
    var now = Instant.now();
    return new StepRequested(
        UuidV7.next(),
        step,
        1,
        1,
        3,
        JsonNodeFactory.instance.objectNode(),
        TaskId.next(),
        "acme",
        "ann",
        "p",
        5,
        now,
        now,
        now,
        now,
        "c",
        "test",
        new Input(ref.toString(), "text/plain", 4, "text"),
        ref.sha256(),
        "");
  }

  private static LettuceConnectionFactory connections() {
    var address = URI.create(TestServers.shared().redisUrl());
    var factory = new LettuceConnectionFactory(address.getHost(), address.getPort());
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }
}
