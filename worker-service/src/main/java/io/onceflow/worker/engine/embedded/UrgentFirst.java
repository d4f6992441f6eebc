package io.onceflow.worker.engine.embedded;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Computes on a few platform threads, so that the virtual threads' carriers stay free. The most
 * urgent work goes first, and work of equal urgency in the order it came.
 */
final class UrgentFirst implements AutoCloseable {
  private final AtomicLong arrivals = new AtomicLong();
  private final ThreadPoolExecutor threads;

  UrgentFirst(int size) {
    this.threads =
        new ThreadPoolExecutor(
            size,
            size,
            0,
            TimeUnit.SECONDS,
            new PriorityBlockingQueue<>(),
            Thread.ofPlatform().name("compute-", 0).daemon().factory());
  }

  /** Computes and waits; an interrupt takes the work back, or interrupts it where it has begun. */
  <T> T compute(int priority, Callable<T> work) throws InterruptedException, ExecutionException {
    var task = new Work<>(priority, arrivals.getAndIncrement(), work);
    threads.execute(task);
    try {
      return task.get();
    } catch (InterruptedException e) {
      task.cancel(true);
      threads.remove(task);
      throw e;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private static final class Work<T> extends FutureTask<T> implements Comparable<Work<?>> {
    private final int priority;
    private final long arrival;

    Work(int priority, long arrival, Callable<T> work) {
      super(work);
      this.priority = priority;
      this.arrival = arrival;
    }

    @Override
    public int compareTo(Work<?> other) {
      return priority == other.priority
          ? Long.compare(arrival, other.arrival)
          : Integer.compare(other.priority, priority);
    }
  }
}
