package io.onceflow.worker.suite;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Work that is done again and again on a thread of its own, while the application runs. A failure
 * is noted once, until the work succeeds again; the work goes on in any case.
 */
public final class Repeated implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(Repeated.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private final String name;
  private final Duration interval;
  private final int phase;
  private final Runnable work;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wakened = lock.newCondition();
  private boolean wanted;
  private boolean failing;
  private volatile boolean stopping;
  private volatile @Nullable Thread thread;

  /**
   * @param name of the thread
   * @param interval from the end of one turn to the beginning of the next
   * @param phase of the application's life, the highest stopping first
   */
  public Repeated(String name, Duration interval, int phase, Runnable work) {
    this.name = name;
    this.interval = interval;
    this.phase = phase;
    this.work = work;
  }

  /** Has the work done soon, without waiting for the interval's end. */
  public void wake() {
    lock.lock();
    try {
      wanted = true;
      wakened.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void start() {
    stopping = false;
    thread = Thread.ofPlatform().name(name).daemon().start(this::repeat);
  }

  @Override
  public void stop() {
    var current = thread;
    stopping = true;
    wake();
    if (current != null) {
      try {
        current.join(STOP_PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    thread = null;
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }

  @Override
  public int getPhase() {
    return phase;
  }

  private void repeat() {
    while (!stopping) {
      try {
        work.run();
        failing = false;
      } catch (RuntimeException e) {
        note(e);
      }
      await();
    }
  }

  private void note(RuntimeException e) {
    if (failing) {
      log.debug("'{}' fails still", name, e);
    } else {
      log.warn("'{}' failed and will be tried again: {}", name, e.toString());
    }
    failing = true;
  }

  private void await() {
    lock.lock();
    try {
      var left = interval.toNanos();
      while (!wanted && !stopping && left > 0) {
        left = wakened.awaitNanos(left);
      }
      wanted = false;
    } catch (InterruptedException e) {
      stopping = true;
    } finally {
      lock.unlock();
    }
  }
}
