package io.onceflow.devstack.suite;

import io.onceflow.devstack.data.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Ends what a killed run has left. Its processes end themselves as their guards notice; this waits
 * for them, and ends by force what remains.
 */
final class LeftOvers {
  private static final Duration PATIENCE = Duration.ofSeconds(35);

  private LeftOvers() {}

  /** Only while holding the folder's lock, so that the former run is known to be dead. */
  static void end(List<RunState.Member> former, ProgressView progress) {
    var left =
        former.stream()
            .flatMap(member -> Stream.of(member.process(), member.guard()))
            .map(RunState.ProcessId::find)
            .flatMap(Optional::stream)
            .toList();
    if (left.isEmpty()) {
      return;
    }
    progress.timed(
        "a former run's %d processes".formatted(left.size()),
        "ended",
        "",
        () -> left.forEach(LeftOvers::awaitEnd));
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
