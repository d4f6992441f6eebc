package io.onceflow.aggregator.notify;

import io.onceflow.aggregator.state.TaskView;
import io.onceflow.aggregator.store.TaskViews;
import io.onceflow.model.TaskId;
import io.onceflow.model.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/**
 * Reads a task, and waits where that helps: for its end as long as the caller likes, and for its
 * arrival if its id says that it was accepted a moment ago.
 */
public final class AwaitTask implements SmartLifecycle {
  private static final Duration RECENT = Duration.ofMinutes(1);
  // how soon waiting callers are let go when the service stops
  private static final long LOOK_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final TaskViews views;
  private final Watchers watchers;
  private final Clock clock;
  private final Duration arrival;
  private volatile boolean running;

  AwaitTask(TaskViews views, Watchers watchers, Clock clock, Duration arrival) {
    this.views = views;
    this.watchers = watchers;
    this.clock = clock;
    this.arrival = arrival;
  }

  /**
   * The task once it is final or the wait is over; nothing if the tenant has no such task.
   *
   * @param wait zero to be answered with the present state
   */
  public Optional<TaskView> read(TaskId id, String tenant, Duration wait)
      throws InterruptedException {
    var present = present(id, tenant);
    if (present.isPresent() ? isDone(present.get(), wait) : !isRecent(id)) {
      return present;
    }
    var revisions = new LinkedBlockingQueue<TaskView>();
    Watcher watcher =
        revision -> {
          if (revision.isOfTenant(tenant)) {
            revisions.add(revision.view());
          }
        };
    watchers.watch(id, watcher);
    try {
      return await(id, tenant, wait, revisions);
    } finally {
      watchers.unwatch(id, watcher);
    }
  }

  private Optional<TaskView> await(
      TaskId id, String tenant, Duration wait, LinkedBlockingQueue<TaskView> revisions)
      throws InterruptedException {
    var began = System.nanoTime();
    // read again: it may have changed before it was watched
    var latest = present(id, tenant);
    while (latest.isEmpty() || !isDone(latest.get(), wait)) {
      var most = latest.isEmpty() && wait.compareTo(arrival) < 0 ? arrival : wait;
      var left = most.toNanos() - (System.nanoTime() - began);
      if (left <= 0 || !running) {
        return latest;
      }
      var next = revisions.poll(Math.min(left, LOOK_UP_NANOS), TimeUnit.NANOSECONDS);
      if (next == null) {
        continue;
      }
      if (latest.isEmpty() || next.task().revision() > latest.get().task().revision()) {
        latest = Optional.of(next);
      }
    }
    return latest;
  }

  private Optional<TaskView> present(TaskId id, String tenant) {
    return views.read(id).filter(view -> view.task().tenant().equals(tenant));
  }

  private static boolean isDone(TaskView view, Duration wait) {
    return wait.isZero() || view.task().status().isFinal();
  }

  private boolean isRecent(TaskId id) {
    return id.value().version() == 7
        && UuidV7.instantOf(id.value()).plus(RECENT).isAfter(clock.instant());
  }

  @Override
  public void start() {
    running = true;
  }

  /** Answers all who wait with what there is. */
  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
