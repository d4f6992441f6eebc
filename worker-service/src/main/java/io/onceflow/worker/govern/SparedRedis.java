package io.onceflow.worker.govern;

import io.onceflow.outbox.RedisNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Redis for those who can do without: while it does not answer there is no result, and it is left
 * alone for a moment, so that nobody waits for it again and again.
 */
public final class SparedRedis {
  private static final Logger log = LoggerFactory.getLogger(SparedRedis.class);
  private static final Duration REST = Duration.ofSeconds(2);

  private final StringRedisTemplate redis;
  private final RedisNames names;
  private volatile long restUntilNanos = System.nanoTime();

  public SparedRedis(StringRedisTemplate redis, RedisNames names) {
    this.redis = redis;
    this.names = names;
  }

  /**
   * Runs a script; empty while Redis does not answer.
   *
   * @param keys without the suite's prefix
   */
  public <T> Optional<T> run(RedisScript<T> script, List<String> keys, Object... arguments) {
    if (System.nanoTime() - restUntilNanos < 0) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(
          redis.execute(script, keys.stream().map(names::key).toList(), texts(arguments)));
    } catch (DataAccessException e) {
      restUntilNanos = System.nanoTime() + REST.toNanos();
      log.debug("Redis does not answer; going on without it", e);
      return Optional.empty();
    }
  }

  private static Object[] texts(Object[] arguments) {
    var texts = new Object[arguments.length];
    for (var i = 0; i < texts.length; i++) {
      texts[i] = String.valueOf(arguments[i]);
    }
    return texts;
  }
}
