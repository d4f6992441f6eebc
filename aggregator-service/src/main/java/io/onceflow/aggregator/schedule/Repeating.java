package io.onceflow.aggregator.schedule;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Work on a thread of its own, repeated with a pause in between while the service runs. A failure
 * is logged once until the work succeeds again, and does not end the repetition.
 */
public final class Repeating implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(Repeating.class);

  private final String name;
  private final Duration pause;
  private final Runnable work;
  private @Nullable ScheduledExecutorService executor;
  private @Nullable ScheduledFuture<?> repetition;
  private boolean failing;

  public Repeating(String name, Duration pause, Runnable work) {
    this.name = name;
    this.pause = pause;
    this.work = work;
  }

  @Override
  public synchronized void start() {
    var fresh =
        Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name(name).factory());
    repetition = fresh.scheduleWithFixedDelay(this::once, 0, pause.toNanos(), TimeUnit.NANOSECONDS);
    executor = fresh;
  }

  private void once() {
    try {
      work.run();
      if (failing) {
        log.info("{} works again", name);
        failing = false;
      }
    } catch (RuntimeException e) {
      if (!failing) {
        log.warn("{} failed and is tried again every {}", name, pause, e);
      }
      failing = true;
    }
  }

  @Override
  public synchronized void stop() {
    if (executor != null && repetition != null) {
      repetition.cancel(false);
      executor.close();
      executor = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return executor != null;
  }
}
