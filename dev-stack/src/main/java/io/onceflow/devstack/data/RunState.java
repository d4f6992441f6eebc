package io.onceflow.devstack.data;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What runs, kept in the data folder for {@code status}, {@code stop} and the next run.
 *
 * @param folder that it is the state of: in a copy of the folder nothing runs
 * @param ready whether the suite has come up
 * @param shown once documents and addresses are shown: what {@code ./run --detach} ends with
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunState(
    String folder,
    ProcessId launcher,
    boolean ready,
    @Nullable Integer shown,
    List<Member> members) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  public RunState {
    members = List.copyOf(members);
  }

  /**
   * A process, recognised after its id has been given to another: by the time it started.
   *
   * @param startedAt to the millisecond; null where the system does not tell
   */
  public record ProcessId(long pid, @Nullable Instant startedAt) {
    public static ProcessId of(ProcessHandle handle) {
      return new ProcessId(handle.pid(), startOf(handle));
    }

    /** The process, while it lives. */
    public Optional<ProcessHandle> find() {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .filter(handle -> startedAt == null || startedAt.equals(startOf(handle)));
    }

    private static @Nullable Instant startOf(ProcessHandle handle) {
      return handle
          .info()
          .startInstant()
          .map(instant -> instant.truncatedTo(ChronoUnit.MILLIS))
          .orElse(null);
    }
  }

  /**
   * A server or service of the suite.
   *
   * @param kind {@code server} or {@code service}
   * @param guard the shell that watches over the process
   * @param ports by use: {@code http}, {@code management}, or the server's protocol
   * @param restarting whether it has ended and is being started again
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Member(
      String name,
      String kind,
      ProcessId process,
      ProcessId guard,
      Map<String, Integer> ports,
      String log,
      boolean restarting) {}

  /** The state of the last run on this very folder, where there was one. */
  public static Optional<RunState> read(DataFolder folder) {
    try {
      if (!Files.exists(folder.state())) {
        return Optional.empty();
      }
      return Optional.of(JSON.readValue(Files.readString(folder.state()), RunState.class))
          .filter(state -> folder.realPath().equals(state.folder()));
    } catch (IOException | JacksonException e) {
      throw new LaunchException(
          """
          Cannot read %s: %s
          Remedy: see that nothing of a former run is left (ps), and delete the file.\
          """
              .formatted(folder.state(), e.getMessage()),
          e);
    }
  }

  public void write(DataFolder folder) {
    DataFolder.writePrivate(
        folder.state(), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
  }
}
