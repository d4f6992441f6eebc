package io.onceflow.worker.claim;

import io.onceflow.worker.suite.Phases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/** Runs the listeners of all lanes; the first to stop when the process is asked to. */
final class StepListeners implements SmartLifecycle {
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final List<StepListener> listeners;
  private final List<Thread> threads = new ArrayList<>();

  StepListeners(List<StepListener> listeners) {
    this.listeners = listeners;
  }

  @Override
  public void start() {
    for (var listener : listeners) {
      threads.add(Thread.ofPlatform().name("listen-" + threads.size()).start(listener));
    }
  }

  @Override
  public void stop() {
    listeners.forEach(StepListener::stop);
    try {
      for (var thread : threads) {
        thread.join(PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.clear();
  }

  @Override
  public boolean isRunning() {
    return !threads.isEmpty();
  }

  @Override
  public int getPhase() {
    return Phases.CLAIMING;
  }
}
