package io.onceflow.devstack.suite;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.StartCache;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes start caches after the first start, one after another and in the background, so that the
 * next start is fast and this one is not held up.
 */
final class StartCaches implements AutoCloseable {
  /** By itself, or by SIGTERM. */
  private static final Set<Integer> ENDED_WELL = Set.of(0, 143);

  private final List<Training> trainings;
  private final ProgressView progress;
  private @Nullable GuardedProcess running;
  private boolean closed;

  /**
   * A cache to make.
   *
   * @param run starts the program to learn from, which then ends by itself
   */
  record Training(String name, StartCache cache, Supplier<GuardedProcess> run) {}

  StartCaches(List<Training> wanted, ProgressView progress) {
    this.trainings = wanted.stream().filter(training -> !training.cache().exists()).toList();
    this.progress = progress;
  }

  void trainInBackground() {
    if (!trainings.isEmpty()) {
      Thread.ofVirtual().name("start-caches").start(() -> trainings.forEach(this::train));
    }
  }

  private void train(Training training) {
    if (isClosed()) {
      return;
    }
    try {
      var process = training.run().get();
      setRunning(process);
      var code = process.onExit().join();
      if (ENDED_WELL.contains(code) && !isClosed()) {
        training.cache().keep();
      } else {
        training.cache().discard();
      }
    } catch (LaunchException e) {
      if (!isClosed()) {
        progress.warning("No faster start for %s: %s".formatted(training.name(), e.getMessage()));
      }
    }
  }

  private synchronized void setRunning(GuardedProcess process) {
    running = process;
    if (closed) {
      process.kill();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Gives up what has not been trained yet. */
  @Override
  public synchronized void close() {
    closed = true;
    if (running != null && running.isAlive()) {
      running.kill();
    }
  }
}
