package io.onceflow.aggregator.notify;

import io.onceflow.aggregator.notify.Watchers.User;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import tools.jackson.core.JacksonException;

/**
 * Listens to the hints of other instances. The driver subscribes again whenever Redis comes back;
 * only the first connection has to be tried until it succeeds.
 */
final class HintSubscription implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HintSubscription.class);

  private final RedisConnectionFactory redis;
  private final RevisionHints hints;
  private final NotifyCompletion notifying;
  private @Nullable RedisConnection connection;

  HintSubscription(RedisConnectionFactory redis, RevisionHints hints, NotifyCompletion notifying) {
    this.redis = redis;
    this.hints = hints;
    this.notifying = notifying;
  }

  /** Subscribes if that has not succeeded yet. */
  synchronized void ensure() {
    if (connection != null) {
      return;
    }
    var candidate = redis.getConnection();
    try {
      candidate.subscribe(
          (message, _) -> received(message.getBody()),
          hints.channel().getBytes(StandardCharsets.UTF_8));
      connection = candidate;
    } finally {
      if (connection == null) {
        candidate.close();
      }
    }
  }

  private void received(byte[] message) {
    try {
      for (var hint : hints.received(message)) {
        notifying.revised(hint.task(), new User(hint.tenant(), hint.user()), hint.revision());
      }
    } catch (JacksonException e) {
      log.warn("A hint could not be read; the sweep finds the revisions", e);
    }
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
