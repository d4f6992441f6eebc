package io.onceflow.devstack.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceflow.devstack.data.RunState.ProcessId;
import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunStateTests {
  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsReadAgain() {
    var own = ProcessId.of(ProcessHandle.current());
    var member = new RunState.Member("worker", "service", own, own, Map.of("http", 8083), "/log");
    var state = new RunState(own, true, List.of(member));

    state.write(new DataFolder(folder));

    assertThat(RunState.read(new DataFolder(folder))).contains(state);
  }

  @Test
  void aProcessIdThatWasGivenToAnotherProcessIsNotFound() {
    var own = ProcessId.of(ProcessHandle.current());

    assertThat(own.find()).contains(ProcessHandle.current());
    assertThat(new ProcessId(own.pid(), Instant.EPOCH).find()).isEmpty();
  }

  @Test
  void aFolderWithoutAStateHasNone() {
    assertThat(RunState.read(new DataFolder(folder))).isEmpty();
  }

  @Test
  void aBrokenStateIsNamedWithTheRemedy() throws IOException {
    Files.writeString(folder.resolve("state.json"), "{");

    assertThatThrownBy(() -> RunState.read(new DataFolder(folder)))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("state.json")
        .hasMessageContaining("Remedy");
  }
}
