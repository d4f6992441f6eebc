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
    var data = new DataFolder(folder);
    var state = state(data);

    state.write(data);

    assertThat(RunState.read(data)).contains(state);
  }

  @Test
  void inACopyOfTheFolderNothingRuns() throws IOException {
    var original = new DataFolder(Files.createDirectory(folder.resolve("original")));
    var copy = new DataFolder(Files.createDirectory(folder.resolve("copy")));
    state(original).write(original);

    Files.copy(original.state(), copy.state());

    assertThat(RunState.read(copy)).isEmpty();
    assertThat(RunState.read(original)).isPresent();
  }

  @Test
  void aLinkToTheFolderLeadsToItsState() throws IOException {
    var original = new DataFolder(Files.createDirectory(folder.resolve("original")));
    state(original).write(original);

    var link = Files.createSymbolicLink(folder.resolve("link"), original.root());

    assertThat(RunState.read(new DataFolder(link))).isPresent();
  }

  private static RunState state(DataFolder data) {
    var own = ProcessId.of(ProcessHandle.current());
    var member =
        new RunState.Member("worker", "service", own, own, Map.of("http", 8083), "/log", false);
    return new RunState(data.realPath(), own, true, null, List.of(member));
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
