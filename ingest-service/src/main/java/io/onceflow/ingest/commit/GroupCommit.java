package io.onceflow.ingest.commit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;

/**
 * Natural group commit: a writer takes whatever has queued while its last commit ran. There is no
 * window to wait for, so a lone item is committed at once and a crowd shares commits.
 *
 * <p>Every item's waiting is bounded, and an item is either written or told that it was not. An
 * item that makes a commit fail does not fail its neighbours: each is then tried alone.
 *
 * @param <T> what is written
 * @param <R> what became of it
 */
public final class GroupCommit<T, R> implements AutoCloseable {

  /** Writes items in one transaction and says for each, in order, what became of it. */
  @FunctionalInterface
  interface Write<T, R> {
    List<R> write(List<T> items);
  }

  /**
   * How much may wait and how much is written together.
   *
   * @param waiting items
   * @param together items
   * @param bytesTogether that a commit may reach before it takes no further item
   */
  record Limits(int waiting, int together, long bytesTogether) {}

  private final BlockingQueue<Ticket<T, R>> waiting;
  private final Limits limits;
  private final ToLongFunction<T> size;
  private final Write<T, R> write;
  private final List<Thread> writers = new ArrayList<>();
  private volatile boolean closed;

  /**
   * Starts the writers.
   *
   * @param writers that commit at the same time
   * @param size of an item in bytes
   */
  GroupCommit(int writers, Limits limits, ToLongFunction<T> size, Write<T, R> write) {
    this.waiting = new LinkedBlockingQueue<>(limits.waiting());
    this.limits = limits;
    this.size = size;
    this.write = write;
    for (var i = 0; i < writers; i++) {
      this.writers.add(Thread.ofPlatform().name("commit-" + i).start(this::serve));
    }
  }

  /** Queues an item, unless too many wait already. */
  public Optional<Ticket<T, R>> offer(T item) {
    var ticket = new Ticket<T, R>(item);
    return !closed && waiting.offer(ticket) ? Optional.of(ticket) : Optional.empty();
  }

  /** Items that wait for a writer. */
  int waiting() {
    return waiting.size();
  }

  private void serve() {
    var group = new ArrayList<Ticket<T, R>>();
    // what was queued before the close is still served
    while (!closed || !waiting.isEmpty()) {
      try {
        take(group);
      } catch (InterruptedException e) {
        // only close() interrupts, to end the waiting
        continue;
      }
      commit(group);
      group.clear();
    }
  }

  private void take(List<Ticket<T, R>> group) throws InterruptedException {
    var bytes = 0L;
    var next = waiting.take();
    while (next != null) {
      if (next.claim()) {
        group.add(next);
        bytes += size.applyAsLong(next.item);
      }
      next =
          group.size() < limits.together() && bytes < limits.bytesTogether()
              ? waiting.poll()
              : null;
    }
  }

  private void commit(List<Ticket<T, R>> group) {
    if (group.isEmpty()) {
      return;
    }
    try {
      var results = write.write(group.stream().map(ticket -> ticket.item).toList());
      for (var i = 0; i < group.size(); i++) {
        group.get(i).result.complete(results.get(i));
      }
    } catch (RuntimeException e) {
      if (group.size() == 1) {
        group.getFirst().result.completeExceptionally(e);
      } else {
        group.forEach(ticket -> commit(List.of(ticket)));
      }
    }
  }

  /** Serves what is queued and then ends the writers. */
  @Override
  public void close() {
    closed = true;
    for (var writer : writers) {
      writer.interrupt();
      try {
        writer.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** An item in the queue. */
  public static final class Ticket<T, R> {
    private final T item;
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private final AtomicBoolean claimed = new AtomicBoolean();

    private Ticket(T item) {
      this.item = item;
    }

    private boolean claim() {
      return claimed.compareAndSet(false, true);
    }

    /**
     * Waits for the result. An item that no writer took in time is given up and never written; once
     * a writer has it, its result is waited for, because only that tells whether it is written.
     *
     * @return nothing if it was given up
     * @throws RuntimeException that the writing threw
     */
    public Optional<R> await(Duration patience) throws InterruptedException {
      try {
        return Optional.of(result.get(patience.toNanos(), TimeUnit.NANOSECONDS));
      } catch (TimeoutException e) {
        return claim() ? Optional.empty() : Optional.of(resultOfWriter());
      } catch (ExecutionException e) {
        throw unwrapped(e);
      }
    }

    private R resultOfWriter() throws InterruptedException {
      try {
        return result.get();
      } catch (ExecutionException e) {
        throw unwrapped(e);
      }
    }

    private static RuntimeException unwrapped(ExecutionException e) {
      return e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException("the writer failed", e);
    }
  }
}
