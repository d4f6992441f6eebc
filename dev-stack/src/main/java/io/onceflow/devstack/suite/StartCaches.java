package io.onceflow.devstack.suite;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.StartCache;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes start caches after the first start, one after another and in the background, so that the
 * next start is fast and this one is not held up.
 */
final class StartCaches implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** By itself, or by SIGTERM. */
  private static final Set<Integer> ENDED_WELL = Set.of(0, 143);

  private final List<Training> trainings;
  private final ProgressView progress;
  private @Nullable GuardedProcess running;
  private boolean closed;
  private volatile @Nullable Thread trainer;

  /**
   * A cache to make.
   *
   * @param run starts the program to learn from, which then ends by itself
   * @param abandon ends what {@code run} has started and not yet returned
   */
  record Training(String name, StartCache cache, Supplier<GuardedProcess> run, Runnable abandon) {

    /** Of a program whose start is not waited for. */
    Training(String name, StartCache cache, Supplier<GuardedProcess> run) {
      this(name, cache, run, () -> {});
    }
  }

  StartCaches(List<Training> wanted, ProgressView progress) {
    this.trainings = wanted.stream().filter(training -> !training.cache().exists()).toList();
    this.progress = progress;
  }

  synchronized void trainInBackground() {
    if (!trainings.isEmpty() && !closed) {
      trainer = Thread.ofVirtual().name("start-caches").start(() -> trainings.forEach(this::train));
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

  /** Gives up what has not been trained yet; nothing of it runs when this returns. */
  @Override
  public void close() {
    endRunning();
    trainings.forEach(training -> training.abandon().run());
    awaitTrainer();
  }

  private synchronized void endRunning() {
    closed = true;
    if (running != null && running.isAlive()) {
      running.kill();
    }
  }

  private void awaitTrainer() {
    var thread = trainer;
    try {
      if (thread != null && !thread.join(PATIENCE)) {
        progress.warning("A start cache is still being made");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
