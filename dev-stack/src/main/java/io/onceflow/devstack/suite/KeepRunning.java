package io.onceflow.devstack.suite;

import io.onceflow.devstack.server.GuardedProcess;
import io.onceflow.devstack.server.LaunchException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Starts a member again that ends by itself, as a process supervisor in production would; gives up
 * on one that ends five times within two minutes.
 */
final class KeepRunning implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration WINDOW = Duration.ofMinutes(2);
  private static final int TRIES = 5;
  private static final int KILLED_BY_SIGNAL = 128;

  private final ProgressView progress;
  private final Runnable changed;
  private final ScheduledExecutorService executor =
      Executors.newScheduledThreadPool(2, Thread.ofVirtual().factory());
  private final Map<String, Deque<Instant>> endings = new HashMap<>();
  private final Set<String> restarting = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param changed called when a member has ended, and when it runs again in another process
   */
  KeepRunning(ProgressView progress, Runnable changed) {
    this.progress = progress;
    this.changed = changed;
  }

  void watch(Member member) {
    var process = member.process().get().orElseThrow();
    var _ = process.onExit().thenAccept(code -> ended(member, process, code));
  }

  private void ended(Member member, GuardedProcess process, int code) {
    if (closed) {
      return;
    }
    var fate = code > KILLED_BY_SIGNAL ? "by signal " + (code - KILLED_BY_SIGNAL) : "with " + code;
    var what = "%s (process %d) ended %s".formatted(member.key(), process.handle().pid(), fate);
    if (hasEndedTooOften(member)) {
      giveUp(member);
      progress.warning(
          "%s, for the %dth time in %d s; not starting it again. Its log: %s"
              .formatted(what, TRIES, WINDOW.toSeconds(), member.log()));
      return;
    }
    progress.warning(what + "; starting it again");
    restarting.add(member.key());
    changed.run();
    schedule(member);
  }

  /** Whether the member has ended and is being started again. */
  boolean isRestarting(Member member) {
    return restarting.contains(member.key());
  }

  private void giveUp(Member member) {
    restarting.remove(member.key());
    changed.run();
  }

  private void schedule(Member member) {
    var _ = executor.schedule(() -> restart(member), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void restart(Member member) {
    if (closed) {
      return;
    }
    try {
      progress.timed(
          member.key(),
          "again",
          "",
          () -> {
            member.start().run();
            watch(member);
            restarting.remove(member.key());
            changed.run();
          });
    } catch (LaunchException e) {
      if (closed) {
        return;
      }
      var reason = e.getMessage().lines().findFirst().orElse("");
      progress.warning("%s Its log: %s".formatted(reason, member.log()));
      if (hasEndedTooOften(member)) {
        giveUp(member);
      } else {
        schedule(member);
      }
    }
  }

  private synchronized boolean hasEndedTooOften(Member member) {
    var now = Instant.now();
    var times = endings.computeIfAbsent(member.key(), _ -> new ArrayDeque<>());
    times.addLast(now);
    times.removeIf(time -> time.isBefore(now.minus(WINDOW)));
    return times.size() >= TRIES;
  }

  /** From now on whatever ends stays ended. */
  @Override
  public void close() {
    closed = true;
    executor.shutdownNow();
  }
}
