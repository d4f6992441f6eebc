package io.onceflow.benchmarks.relay;

import io.onceflow.benchmarks.stack.Stack;
import io.onceflow.devstack.service.ServiceKind;
import io.onceflow.devstack.service.ServiceProcess;
import io.onceflow.outbox.RedisNames;
import io.onceflow.outbox.RedisOutboxPoke;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** This project's relay, from its jar, with its defaults: three outboxes, one of them in use. */
final class OnceflowRelay implements Subject {
  private static final String SCHEMA = "ingest";

  private final OutboxRows rows = new OutboxRows(SCHEMA, topic());
  private @Nullable Stack stack;
  private @Nullable ServiceProcess relay;
  private @Nullable LettuceConnectionFactory redis;
  private @Nullable RedisOutboxPoke poke;

  @Override
  public String name() {
    return "outbox-relay";
  }

  @Override
  public String setting() {
    return "defaults; woken by Redis after each commit";
  }

  @Override
  public String process() {
    return "relay";
  }

  @Override
  public String topic() {
    return "benchmark.onceflow";
  }

  @Override
  public void start(Stack started) throws SQLException {
    stack = started;
    for (var schema : List.of(SCHEMA, "worker", "aggregator")) {
      OutboxSchema.create(started, schema);
    }
    relay = started.startService(ServiceKind.RELAY, process(), Map.of());
    redis = new LettuceConnectionFactory("127.0.0.1", started.redisPort());
    redis.afterPropertiesSet();
    redis.start();
    poke = new RedisOutboxPoke(new StringRedisTemplate(redis), RedisNames.STANDARD, SCHEMA);
  }

  @Override
  public void append(Connection connection, List<String> values) {
    rows.append(connection, values);
  }

  @Override
  public void committed() {
    if (poke != null) {
      poke.poke();
    }
  }

  @Override
  public void close() {
    if (stack != null && relay != null) {
      stack.stopService(relay);
    }
    if (poke != null) {
      poke.close();
    }
    if (redis != null) {
      redis.destroy();
    }
  }
}
