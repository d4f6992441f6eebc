package io.onceflow.devstack.suite;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.service.ServiceProcess;
import io.onceflow.devstack.service.StartCache;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the services' start caches after the first start, one after another and in the background,
 * so that the next start is fast and this one is not held up.
 */
final class StartCaches implements AutoCloseable {
  private final List<Training> trainings = new ArrayList<>();
  private @Nullable GuardedProcess running;
  private boolean closed;

  /** A cache to make, and how to run the service for it. */
  record Training(StartCache cache, ServiceProcess.Instance instance) {}

  StartCaches(List<Training> wanted) {
    wanted.stream().filter(training -> !training.cache().isTrained()).forEach(trainings::add);
  }

  void trainInBackground() {
    if (!trainings.isEmpty()) {
      Thread.ofVirtual().name("start-caches").start(() -> trainings.forEach(this::train));
    }
  }

  private void train(Training training) {
    var process = start(training);
    if (process != null && process.onExit().join() == 0) {
      training.cache().keep();
    }
  }

  private synchronized @Nullable GuardedProcess start(Training training) {
    if (closed) {
      return null;
    }
    running = training.cache().train(training.instance());
    return running;
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
