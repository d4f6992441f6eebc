package io.onceflow.devstack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuardedProcessTests {
  @TempDir private Path folder;

  @Test
  void theExitCodeAndTheOutputAreTheCommands() {
    var process = start("echo said; exit 7");

    assertThat(process.onExit().join()).isEqualTo(7);
    assertThat(folder.resolve("log")).hasContent("said");
  }

  @Test
  void stoppingAsksWithTheSignalAndWaitsForTheEnd() {
    var process = start("trap 'echo asked; exit 0' TERM; echo up; while :; do sleep 0.05; done");
    await().untilAsserted(() -> assertThat(folder.resolve("log")).hasContent("up"));

    process.stop();

    assertThat(process.isAlive()).isFalse();
    assertThat(process.handle().isAlive()).isFalse();
    assertThat(folder.resolve("log")).hasContent("up\nasked");
  }

  @Test
  void whatDoesNotEndWithinItsGraceIsKilled() {
    var process = start("trap '' TERM; echo up; while :; do sleep 0.05; done");
    await().untilAsserted(() -> assertThat(folder.resolve("log")).hasContent("up"));

    process.stop();

    assertThat(process.onExit().join()).isEqualTo(128 + 9);
  }

  @Test
  void aPausedProcessIsStoppedToo() {
    var process = start("exec sleep 60");
    process.signal("STOP");

    process.stop();

    assertThat(process.handle().isAlive()).isFalse();
  }

  @Test
  void signalsOfTheTerminalDoNotReachIt() throws IOException {
    assumeThat(Path.of("/proc/self/stat")).exists();
    var process = start("exec sleep 60");

    await()
        .untilAsserted(
            () ->
                assertThat(processGroup(process.handle().pid()))
                    .isNotEqualTo(processGroup(ProcessHandle.current().pid())));
    process.kill();
  }

  private static String processGroup(long pid) throws IOException {
    var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", 4)[2];
  }

  private GuardedProcess start(String script) {
    return GuardedProcess.start(
        new GuardedProcess.Command(
            List.of("/bin/sh", "-c", script),
            Map.of(),
            folder,
            folder.resolve("log"),
            "TERM",
            Duration.ofSeconds(2),
            null));
  }
}
