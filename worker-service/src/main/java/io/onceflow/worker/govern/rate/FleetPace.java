package io.onceflow.worker.govern.rate;

import io.onceflow.worker.govern.SparedRedis;
import io.onceflow.worker.govern.rate.RateProperties.EndpointLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * The pace of each endpoint and model, kept in Redis for all workers by Redis's clock: turns at an
 * even distance, the number of calls at once, and the times in which nobody calls. Each operation
 * is one script, so workers cannot take the same turn.
 */
final class FleetPace {
  private static final Duration LIFE = Duration.ofHours(1);

  @SuppressWarnings("rawtypes")
  private static final RedisScript<List> ENTER = script("enter", List.class);

  private static final RedisScript<String> REPORT = script("report", String.class);

  private static final RedisScript<Long> QUIET =
      RedisScript.of(
          """
          local time = redis.call('time')
          local left = (redis.call('hget', KEYS[1], 'quiet') or 0) - time[1] * 1000 - time[2] / 1000
          return math.max(0, math.ceil(left))
          """,
          Long.class);

  private final SparedRedis redis;
  private final RateProperties properties;

  FleetPace(SparedRedis redis, RateProperties properties) {
    this.redis = redis;
    this.properties = properties;
  }

  /**
   * What became of a wish for a turn.
   *
   * @param given whether there is one
   * @param delay until the turn, or until one may be free
   * @param inLine how long those who came before will take, for a turn that was not given
   */
  record Turn(boolean given, Duration delay, Duration inLine) {}

  /** How a call ended, as far as the pace is concerned. */
  enum Kind {
    ANSWERED,
    /** Too many calls in a time. */
    LIMITED,
    /** Too many calls at once. */
    OVERLOADED,
    /** It tells nothing of the pace. */
    FAILED,
    NOT_MADE
  }

  /** Asks for a turn within the patience; empty while Redis is away. */
  Optional<Turn> enter(Permit permit, Duration patience, boolean urgent) {
    EndpointLimits limits = properties.limitsOf(permit.asked().endpoint());
    return redis
        .run(
            ENTER,
            List.of(key(permit, "pace"), key(permit, "calls"), key(permit, "queue")),
            permit.id(),
            permit.ticket(),
            patience.toMillis(),
            urgent ? 1 : 0,
            permit.tokens(),
            limits.requestsPerMinute(),
            limits.tokensPerMinute(),
            limits.concurrency(),
            properties.permitTime().toMillis(),
            LIFE.toMillis())
        .map(turn -> new Turn(number(turn, 0) == 1, millis(turn, 1), millis(turn, 2)));
  }

  /** How long nobody calls; empty while Redis is away. */
  Optional<Duration> quiet(Permit permit) {
    return redis.run(QUIET, List.of(key(permit, "pace"))).map(Duration::ofMillis);
  }

  /**
   * Gives a turn back and learns from it.
   *
   * @param quiet for how long nobody is to call, of a call that was limited or met overload
   * @param tokensMore what was consumed above what was expected
   * @return the rate that was learnt, a second; empty without one, and while Redis is away
   */
  Optional<Double> report(
      Permit permit, Kind kind, Duration quiet, ToldLimits told, long tokensMore) {
    return redis
        .run(
            REPORT,
            List.of(key(permit, "pace"), key(permit, "calls")),
            permit.id(),
            switch (kind) {
              case ANSWERED -> "answered";
              case LIMITED -> "limited";
              case OVERLOADED -> "overloaded";
              case FAILED -> "failed";
              case NOT_MADE -> "not-made";
            },
            quiet.toMillis(),
            told.requestsPerMinute(),
            told.tokensPerMinute(),
            tokensMore,
            properties.limitsOf(permit.asked().endpoint()).tokensPerMinute(),
            properties.leastConcurrency(),
            LIFE.toMillis())
        .map(Double::parseDouble)
        .filter(rate -> rate > 0);
  }

  private static String key(Permit permit, String what) {
    // the braces keep the keys of one lane on one node of a cluster
    return "governor:{%s}:%s".formatted(permit.lane(), what);
  }

  private static Duration millis(List<?> turn, int index) {
    return Duration.ofMillis(number(turn, index));
  }

  private static long number(List<?> turn, int index) {
    return ((Number) turn.get(index)).longValue();
  }

  private static <T> RedisScript<T> script(String name, Class<T> result) {
    return RedisScript.of(new ClassPathResource(name + ".lua", FleetPace.class), result);
  }
}
