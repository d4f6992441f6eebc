package io.onceflow.devstack.suite;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.server.StartCache;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Has the programs of a first start write their start caches, one after another and in the
 * background, so that the next start is fast and this one is not held up.
 */
final class StartCaches implements AutoCloseable {
  private final List<Wanted> wanted;
  private final ProgressView progress;
  private volatile boolean closed;

  /**
   * A cache, and the program that writes it where it is missing.
   *
   * @param program empty once it has ended
   */
  record Wanted(String name, StartCache cache, Supplier<Optional<GuardedProcess>> program) {}

  StartCaches(List<Wanted> all, ProgressView progress) {
    this.wanted = all.stream().filter(one -> !one.cache().exists()).toList();
    this.progress = progress;
  }

  void writeInBackground() {
    if (!wanted.isEmpty()) {
      Thread.ofVirtual().name("start-caches").start(() -> wanted.forEach(this::write));
    }
  }

  private void write(Wanted one) {
    if (closed) {
      return;
    }
    try {
      one.program().get().ifPresent(program -> one.cache().write(program.handle()));
    } catch (LaunchException e) {
      if (!closed) {
        progress.warning("No faster start for %s: %s".formatted(one.name(), e.getMessage()));
      }
    }
  }

  /** Gives up what has not been written yet; what is being written ends with its program. */
  @Override
  public void close() {
    closed = true;
  }
}
