package io.onceflow.devstack.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers do not outlive the JVM that started them. */
final class KilledJvmIntegrationTests {
  @TempDir private Path folder;

  @Test
  void aKilledJvmLeavesNeitherProcessesNorData() throws IOException, InterruptedException {
    var jvm = startServersInAnotherJvm();
    try (var output = jvm.inputReader()) {
      assertThat(output.readLine()).isEqualTo("started");
      var children = jvm.descendants().toList();
      assertThat(children).hasSizeGreaterThan(6);
      assertThat(temporaryFolders()).hasSize(1);

      jvm.destroyForcibly().waitFor();

      await()
          .atMost(Duration.ofSeconds(40))
          .untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
      await().untilAsserted(() -> assertThat(temporaryFolders()).isEmpty());
    }
  }

  private Process startServersInAnotherJvm() throws IOException {
    var path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Dstack=embedded",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            path,
            StartServers.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private List<Path> temporaryFolders() throws IOException {
    try (var paths = Files.list(folder)) {
      return paths
          .filter(path -> path.getFileName().toString().startsWith("onceflow-test-"))
          .toList();
    }
  }

  /** The program of the JVM that is killed. */
  static final class StartServers {
    private StartServers() {}

    @SuppressWarnings("SystemOut")
    static void main() throws InterruptedException {
      TestServers.shared().springProperties();
      System.out.println("started");
      Thread.currentThread().join();
    }
  }
}
