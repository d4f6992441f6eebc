package io.onceflow.devstack.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onceflow.devstack.data.DataFolder;
import io.onceflow.devstack.data.RunState;
import io.onceflow.devstack.server.Folders;
import io.onceflow.devstack.server.LaunchException;
import io.onceflow.devstack.service.ServiceKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite's life with real servers; stand-ins take the place of the services. */
final class SuiteIntegrationTests {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final SuitePlan.External NONE = new SuitePlan.External(null, null, null);

  @TempDir private Path folder;

  private final int offset = freeOffset();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void putServices() throws IOException {
    // PostgreSQL may run as another user, and a space in a path must do no harm
    Folders.open(folder);
    StandInService.putInto(home());
  }

  @Test
  void aSecondRunFindsTheDataOfTheFirstAndStoppingLeavesNoProcess() throws Exception {
    try (var first = started(Map.of())) {
      assertThat(first.isClosed()).isFalse();
      execute("CREATE TABLE kept (id int)");
    }
    List<ProcessHandle> processes;
    try (var second = started(Map.of())) {
      execute("INSERT INTO kept VALUES (1)");
      processes = processes();
      assertThat(processes).hasSize(14);
      assertThat(Files.readString(data().suiteEnv())).contains(second.apiKey());
      assertThat(permissions(data().suiteEnv())).isEqualTo("rw-------");
      assertThat(permissions(data().root().resolve("api-key"))).isEqualTo("rw-------");
    }

    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    assertThat(said())
        .containsSubsequence(
            "Stopping", "ingest", "relay", "worker", "aggregator", "redis", "kafka", "postgres");
    assertThat(data().suiteEnv()).doesNotExist();
  }

  @Test
  void aKilledServiceAndAKilledServerRunAgain() throws Exception {
    try (var suite = started(Map.of())) {
      assertThat(suite.isClosed()).isFalse();
      var worker = kill("worker");
      var postgres = kill("postgres");

      await().atMost(LONG).until(() -> isRestarting("worker"));
      await()
          .atMost(LONG)
          .untilAsserted(
              () -> {
                assertThat(find("worker")).isPresent().isNotEqualTo(Optional.of(worker));
                assertThat(find("postgres")).isPresent().isNotEqualTo(Optional.of(postgres));
                execute("SELECT 1");
              });
      assertThat(isRestarting("worker")).isFalse();
      assertThat(said()).contains("worker (process " + worker.pid() + ") ended by signal 9");
    }
  }

  @Test
  void aSuiteIsFoundFromTheBeginningOfItsStart() throws Exception {
    try (var suite = suite(Map.of())) {
      var starting = Thread.ofVirtual().start(suite::start);
      await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(LONG)
          .until(() -> RunState.read(data()).isPresent());
      var first = RunState.read(data()).orElseThrow();
      assertThat(first.launcher().pid()).isEqualTo(pid());
      assertThat(first.ready()).isFalse();
      assertThat(first.shown()).isNull();

      assertThat(starting.join(LONG)).isTrue();
      assertThat(RunState.read(data()).orElseThrow().ready()).isTrue();
      suite.shown(1);
      assertThat(RunState.read(data()).orElseThrow().shown()).isEqualTo(1);
    }
  }

  @Test
  void aSecondRunOnTheSameFolderIsRefusedAndNamesTheFirst() {
    try (var suite = started(Map.of());
        var second = suite(Map.of())) {
      assertThat(suite.isClosed()).isFalse();
      assertThatThrownBy(second::start)
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining("already runs")
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("--port-offset");
    }
  }

  @Test
  void aTakenPortIsNamedWithItsHolder() throws IOException {
    var port = ServiceKind.WORKER.port(0, offset);
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        var suite = suite(Map.of())) {
      assertThatThrownBy(suite::start)
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining("%d (worker) is taken by process %d", port, pid())
          .hasMessageContaining("--port-offset");
    }
  }

  @Test
  void aServiceThatDiesAtItsStartIsShownWithTheEndOfItsLog() {
    try (var suite = suite(Map.of("stand-in.fails", "yes"))) {
      assertThatThrownBy(suite::start)
          .isInstanceOf(LaunchException.class)
          .hasMessageContaining("has ended")
          .hasMessageContaining("stand-in.fails is set")
          .hasMessageContaining(data().logs().toString());
    }
    assertThat(processes()).isEmpty();
  }

  private Suite started(Map<String, String> settings) {
    var suite = suite(settings);
    suite.start();
    return suite;
  }

  private Suite suite(Map<String, String> settings) {
    var plan = new SuitePlan(home(), data().root(), offset, Map.of(), settings, NONE);
    return new Suite(plan, new ProgressView(new PrintStream(said, true, StandardCharsets.UTF_8)));
  }

  private Path home() {
    return folder.resolve("a project");
  }

  private DataFolder data() {
    return new DataFolder(folder.resolve("its data"));
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  private List<ProcessHandle> processes() {
    return RunState.read(data()).stream()
        .flatMap(state -> state.members().stream())
        .flatMap(member -> Stream.of(member.process(), member.guard()))
        .flatMap(id -> id.find().stream())
        .toList();
  }

  private Optional<ProcessHandle> find(String name) {
    return RunState.read(data()).stream()
        .flatMap(state -> state.members().stream())
        .filter(member -> member.name().equals(name))
        .findFirst()
        .flatMap(member -> member.process().find());
  }

  private boolean isRestarting(String name) {
    return RunState.read(data()).stream()
        .flatMap(state -> state.members().stream())
        .anyMatch(member -> member.name().equals(name) && member.restarting());
  }

  private ProcessHandle kill(String name) {
    var process = find(name).orElseThrow();
    process.destroyForcibly();
    return process;
  }

  private void execute(String statement) throws SQLException, IOException {
    var plan = suite(Map.of()).plan();
    var addresses = new SuiteServers(plan, data()).addresses();
    try (var connection =
            DriverManager.getConnection(
                addresses.jdbcUrl(), addresses.databaseUser(), addresses.databasePassword());
        var sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static int freeOffset() {
    var home = Path.of("/");
    return PortCheck.freeOffset(new SuitePlan(home, home, 0, Map.of(), Map.of(), NONE));
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }
}
