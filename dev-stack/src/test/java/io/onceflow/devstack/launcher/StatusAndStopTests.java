package io.onceflow.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.RunState;
import io.onceflow.devstack.data.RunState.ProcessId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code status} and {@code stop} make of a recorded run; a shell stands for its launcher. */
final class StatusAndStopTests {
  private static final ProcessId DEAD = new ProcessId(1, Instant.EPOCH);

  @TempDir private Path root;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

  @SuppressWarnings("NullAway.Init")
  private Process launcher;

  @BeforeEach
  void start() throws IOException {
    launcher = new ProcessBuilder("sleep", "60").start();
  }

  @AfterEach
  void end() {
    launcher.destroyForcibly();
  }

  @Test
  void aSuiteThatIsStartingIsToldSoAndCanBeStopped() throws Exception {
    var folder = folder("data");
    state(folder, false, List.of()).write(folder);

    assertThat(new StatusCommand(folder, out).run(false)).isEqualTo(StatusCommand.NOT_ALL_UP);
    assertThat(said()).contains("is starting");

    assertThat(new StopCommand(folder, out).run()).isZero();
    assertThat(launcher.isAlive()).isFalse();
    assertThat(said()).contains("Stopped");
  }

  @Test
  void stoppingACopyOfTheFolderLeavesTheSuiteAlone() throws Exception {
    var folder = folder("data");
    var copy = folder("copy");
    state(folder, true, List.of()).write(folder);
    Files.copy(folder.state(), copy.state());

    assertThat(new StopCommand(copy, out).run()).isZero();
    assertThat(new StatusCommand(copy, out).run(false)).isEqualTo(StatusCommand.NOT_RUNNING);

    assertThat(launcher.isAlive()).isTrue();
    assertThat(said()).contains("nothing to stop");
  }

  @Test
  void aServiceThatIsStartedAgainIsToldApartFromOneThatIsNot() throws Exception {
    var folder = folder("data");
    state(folder, true, List.of(member("worker", true), member("relay", false))).write(folder);

    assertThat(new StatusCommand(folder, out).run(false)).isEqualTo(StatusCommand.NOT_ALL_UP);

    assertThat(said()).containsPattern("worker .*RESTARTING").containsPattern("relay .*DEAD");
    assertThat(said()).contains("its log: /logs/relay.log").doesNotContain("/logs/worker.log");
  }

  @Test
  void whatAKilledRunHasLeftIsMentioned() throws Exception {
    var folder = folder("data");
    var alive = ProcessId.of(ProcessHandle.current());
    var left = new RunState.Member("worker", "service", alive, alive, Map.of(), "/log", false);
    new RunState(folder.realPath(), DEAD, true, 0, List.of(left)).write(folder);

    assertThat(new StatusCommand(folder, out).run(false)).isEqualTo(StatusCommand.NOT_RUNNING);

    assertThat(said()).contains("still ending: worker (" + alive.pid() + ")");
  }

  private DataFolder folder(String name) throws IOException {
    return new DataFolder(Files.createDirectory(root.resolve(name)));
  }

  private RunState state(DataFolder folder, boolean ready, List<RunState.Member> members) {
    return new RunState(folder.realPath(), ProcessId.of(launcher.toHandle()), ready, null, members);
  }

  private static RunState.Member member(String name, boolean restarting) {
    return new RunState.Member(
        name, "service", DEAD, DEAD, Map.of(), "/logs/" + name + ".log", restarting);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
