package io.onceflow.worker.engine.openai.chat;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ends what a thread waits for when its time is over, by interrupting it. */
public final class TimeLimits implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("call-timer").daemon().factory());

  public TimeLimits() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /**
   * Begins a limit on the calling thread, which has to close it.
   *
   * @param length absent for none
   */
  Limit begin(@Nullable Duration length) {
    return new Limit(length);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** A limit in time of the thread that began it. Never interrupts once it is closed. */
  final class Limit implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final @Nullable ScheduledFuture<?> end;
    private boolean closed;
    private boolean expired;

    private Limit(@Nullable Duration length) {
      this.end =
          length == null
              ? null
              : timer.schedule(this::expire, length.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized void expire() {
      if (!closed) {
        expired = true;
        thread.interrupt();
      }
    }

    synchronized boolean isExpired() {
      return expired;
    }

    /** Ends the limit and takes back its interrupt. */
    @Override
    public synchronized void close() {
      if (closed) {
        return;
      }
      closed = true;
      if (end != null) {
        end.cancel(false);
      }
      if (expired) {
        Thread.interrupted();
      }
    }
  }
}
