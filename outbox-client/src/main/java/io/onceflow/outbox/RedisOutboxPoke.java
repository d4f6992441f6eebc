package io.onceflow.outbox;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Pokes by a Redis publish on a thread of its own: pokes that come while one is on its way become a
 * single further one.
 */
public final class RedisOutboxPoke implements OutboxPoke, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RedisOutboxPoke.class);

  private final StringRedisTemplate redis;
  private final String channel;
  private final AtomicBoolean wanted = new AtomicBoolean();
  private final Thread publisher;
  private volatile boolean closed;

  /**
   * @param schema whose outbox the pokes are for
   */
  public RedisOutboxPoke(StringRedisTemplate redis, RedisNames names, String schema) {
    this.redis = redis;
    this.channel = OutboxPoke.channel(names, schema);
    this.publisher = Thread.ofPlatform().name("outbox-poke").daemon().start(this::publish);
  }

  @Override
  public void poke() {
    if (wanted.compareAndSet(false, true)) {
      LockSupport.unpark(publisher);
    }
  }

  private void publish() {
    while (!closed) {
      if (!wanted.getAndSet(false)) {
        LockSupport.park(this);
        continue;
      }
      try {
        redis.convertAndSend(channel, "");
      } catch (RuntimeException e) {
        log.debug("The relay was not poked and will find the rows by its next poll", e);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(publisher);
  }
}
