package io.onceflow.relay.wake;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Listens on Redis for the pokes of the owners. Without Redis the relay only polls more often; a
 * connection is tried again every few seconds, and once made it mends itself.
 */
final class PokeListener implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(PokeListener.class);
  private static final int RETRY_SECONDS = 5;

  private final RedisConnectionFactory redis;
  private final Map<String, List<WakeUp>> wakeUps;
  private final ScheduledExecutorService connecting =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("poke-listener").factory());
  private volatile @Nullable RedisConnection connection;
  private volatile boolean running;
  private boolean complained;

  /**
   * @param wakeUps whom to wake, by channel
   */
  PokeListener(RedisConnectionFactory redis, Map<String, List<WakeUp>> wakeUps) {
    this.redis = redis;
    this.wakeUps = Map.copyOf(wakeUps);
  }

  @Override
  public void start() {
    running = true;
    connecting.execute(this::connect);
  }

  private void connect() {
    try {
      var connected = redis.getConnection();
      connection = connected;
      connected.subscribe(
          (message, pattern) -> wake(message),
          wakeUps.keySet().stream()
              .map(channel -> channel.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new));
      log.info("Listening on Redis for new outbox rows");
    } catch (RuntimeException e) {
      complain(e);
      close();
      if (running) {
        var _ = connecting.schedule(this::connect, RETRY_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  private void wake(Message message) {
    var channel = new String(message.getChannel(), StandardCharsets.UTF_8);
    wakeUps.getOrDefault(channel, List.of()).forEach(WakeUp::poke);
  }

  private void complain(RuntimeException e) {
    if (!complained) {
      log.warn("No Redis, so new outbox rows are found by polling alone: {}", e.getMessage());
      complained = true;
    }
  }

  private void close() {
    var open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (RuntimeException e) {
        log.debug("The connection to Redis did not close", e);
      }
    }
  }

  @Override
  public void stop() {
    running = false;
    connecting.shutdownNow();
    close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
