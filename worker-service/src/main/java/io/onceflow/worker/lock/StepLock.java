package io.onceflow.worker.lock;

import io.onceflow.outbox.RedisNames;
import io.onceflow.worker.execution.Claim;
import io.onceflow.worker.execution.ExecKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Locks in Redis, by execution key, held from the claim to the record. They save work and guarantee
 * nothing: whoever finds work locked goes straight to its row in the database instead of trying to
 * insert it. Each operation is one round trip for a whole batch. While Redis does not answer,
 * everything counts as unlocked and Redis is left alone for a moment.
 */
public final class StepLock {
  private static final Logger log = LoggerFactory.getLogger(StepLock.class);
  private static final Duration REST = Duration.ofSeconds(2);

  @SuppressWarnings("rawtypes")
  private static final RedisScript<List> ACQUIRE =
      RedisScript.of(
          """
          local taken = {}
          for i, key in ipairs(KEYS) do
            if redis.call('set', key, ARGV[i + 1], 'NX', 'PX', ARGV[1]) then taken[#taken + 1] = i end
          end
          return taken
          """,
          List.class);

  private static final RedisScript<Long> EXTEND =
      RedisScript.of(
          """
          for i, key in ipairs(KEYS) do
            if redis.call('get', key) == ARGV[i + 1] then redis.call('pexpire', key, ARGV[1]) end
          end
          return 0
          """,
          Long.class);

  private static final RedisScript<Long> RELEASE =
      RedisScript.of(
          """
          for i, key in ipairs(KEYS) do
            if redis.call('get', key) == ARGV[i] then redis.call('del', key) end
          end
          return 0
          """,
          Long.class);

  private final StringRedisTemplate redis;
  private final RedisNames names;
  private final Duration time;
  private volatile long restUntilNanos = System.nanoTime();

  StepLock(StringRedisTemplate redis, RedisNames names, Duration time) {
    this.redis = redis;
    this.names = names;
    this.time = time;
  }

  /** Locks what is not locked, under the claims' tokens; returns the keys that were locked. */
  public Set<ExecKey> acquire(List<Claim> claims) {
    var all = new HashSet<ExecKey>();
    claims.forEach(claim -> all.add(claim.key()));
    if (claims.isEmpty() || rests()) {
      return all;
    }
    try {
      var taken = redis.execute(ACQUIRE, keys(claims), withTime(claims));
      var locked = new HashSet<ExecKey>();
      for (var index : taken) {
        locked.add(claims.get(((Long) index).intValue() - 1).key());
      }
      return locked;
    } catch (DataAccessException e) {
      rest(e);
      return all;
    }
  }

  /** Keeps the locks of running claims. */
  void extend(Collection<Claim> claims) {
    var list = List.copyOf(claims);
    if (list.isEmpty() || rests()) {
      return;
    }
    try {
      redis.execute(EXTEND, keys(list), withTime(list));
    } catch (DataAccessException e) {
      rest(e);
    }
  }

  /** Releases locks that still stand under the claims' tokens. */
  void release(Collection<Claim> claims) {
    var list = List.copyOf(claims);
    if (list.isEmpty() || rests()) {
      return;
    }
    try {
      redis.execute(RELEASE, keys(list), tokens(list).toArray());
    } catch (DataAccessException e) {
      rest(e);
    }
  }

  private boolean rests() {
    return System.nanoTime() - restUntilNanos < 0;
  }

  private void rest(DataAccessException e) {
    restUntilNanos = System.nanoTime() + REST.toNanos();
    log.debug("Redis does not answer; going on without locks", e);
  }

  private Object[] withTime(List<Claim> claims) {
    var arguments = new ArrayList<String>();
    arguments.add(Long.toString(time.toMillis()));
    arguments.addAll(tokens(claims));
    return arguments.toArray();
  }

  private List<String> keys(List<Claim> claims) {
    return claims.stream().map(claim -> names.key("step:" + claim.key())).toList();
  }

  private static List<String> tokens(List<Claim> claims) {
    return claims.stream().map(claim -> claim.token().toString()).toList();
  }
}
