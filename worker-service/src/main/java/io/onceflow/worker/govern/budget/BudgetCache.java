package io.onceflow.worker.govern.budget;

import io.onceflow.worker.govern.SparedRedis;
import io.onceflow.worker.govern.budget.Window.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * The windows' figures in Redis, checked and reserved there first: whoever finds a budget spent
 * need not ask the database, as thousands that wait would. It guarantees nothing: what it lets
 * through is decided by the rows, and what it turns away it has compared with them a moment ago.
 */
final class BudgetCache {
  /** How long figures may turn work away without being compared with the rows. */
  private static final Duration TRUST = Duration.ofSeconds(2);

  private static final Duration LIFE = Duration.ofDays(1);
  private static final long ADMITTED = -1;
  private static final long UNKNOWN = -2;

  /** One hash a window: spent, reserved, and when the rows said so, in Redis's milliseconds. */
  private static final RedisScript<Long> RESERVE =
      RedisScript.of(
          """
          local time = redis.call('time')
          local now = time[1] * 1000 + math.floor(time[2] / 1000)
          for i, key in ipairs(KEYS) do
            local figures = redis.call('hmget', key, 'spent', 'reserved', 'at')
            if not figures[1] then return -2 end
            if figures[1] + figures[2] + ARGV[1] > tonumber(ARGV[i + 2]) then
              if now - figures[3] > tonumber(ARGV[2]) then return -2 end
              if figures[1] + ARGV[1] > tonumber(ARGV[i + 2]) then return (i - 1) * 2 end
              return (i - 1) * 2 + 1
            end
          end
          for i, key in ipairs(KEYS) do redis.call('hincrby', key, 'reserved', ARGV[1]) end
          return -1
          """,
          Long.class);

  private static final RedisScript<Long> LOAD =
      RedisScript.of(
          """
          local time = redis.call('time')
          local now = time[1] * 1000 + math.floor(time[2] / 1000)
          for i, key in ipairs(KEYS) do
            redis.call('hset', key, 'spent', ARGV[i * 2], 'reserved', ARGV[i * 2 + 1], 'at', now)
            redis.call('pexpire', key, ARGV[1])
          end
          return 0
          """,
          Long.class);

  private final SparedRedis redis;

  BudgetCache(SparedRedis redis) {
    this.redis = redis;
  }

  /** What Redis says of a reservation. */
  sealed interface Word {
    /** There is room, as far as Redis knows. */
    record Admitted() implements Word {}

    /** There is none, and the rows said so a moment ago. */
    record Full(Window window, boolean forGood) implements Word {}

    /** Redis does not know, or is away. */
    record Unknown() implements Word {}
  }

  Word reserve(Reservation wanted) {
    var arguments = new ArrayList<Object>(List.of(wanted.amount(), TRUST.toMillis()));
    wanted.windows().forEach(window -> arguments.add(window.most()));
    long word = redis.run(RESERVE, keys(wanted), arguments.toArray()).orElse(UNKNOWN);
    if (word == ADMITTED) {
      return new Word.Admitted();
    }
    return word == UNKNOWN
        ? new Word.Unknown()
        : new Word.Full(wanted.windows().get((int) (word / 2)), word % 2 == 0);
  }

  /** Replaces what Redis knows by what the rows say. */
  void load(Map<String, Figures> figures) {
    var keys = new ArrayList<String>();
    var arguments = new ArrayList<Object>(List.of(LIFE.toMillis()));
    figures.forEach(
        (id, figure) -> {
          keys.add(key(id));
          arguments.add(figure.spent());
          arguments.add(figure.reserved());
        });
    if (!keys.isEmpty()) {
      redis.run(LOAD, keys, arguments.toArray());
    }
  }

  private static List<String> keys(Reservation wanted) {
    return wanted.windowIds().stream().map(BudgetCache::key).toList();
  }

  private static String key(String id) {
    return "budget:" + id;
  }
}
