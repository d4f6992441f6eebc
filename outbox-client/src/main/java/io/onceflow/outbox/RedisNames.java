package io.onceflow.outbox;

import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What this suite calls its things in Redis. Every key and channel of every service goes through
 * here, so suites of different prefixes can share a Redis and see nothing of each other.
 *
 * @param prefix begins every key and channel; the same in all services of a suite, another in
 *     another suite on the same Redis. Letters, digits, underscores and hyphens
 */
@ConfigurationProperties("onceflow.redis")
public record RedisNames(@DefaultValue("onceflow") String prefix) {
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** The names of a suite that has its Redis for itself. */
  public static final RedisNames STANDARD = new RedisNames("onceflow");

  public RedisNames {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "onceflow.redis.prefix must be 1 to 64 letters, digits, underscores and hyphens but is '%s'"
              .formatted(prefix));
    }
  }

  /** A key of this suite. */
  public String key(String name) {
    return prefix + ":" + name;
  }

  /** A channel of this suite. */
  public String channel(String name) {
    return prefix + "." + name;
  }
}
