package io.onceflow.engine.embedded.encode;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTests {
  private static final int KILLED = 137;
  private static final String PROPERTY = "onnxruntime.native.path";

  @TempDir private Path folder;

  @BeforeEach
  @AfterEach
  void forget() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void librariesAreUnpackedOnceAndFoundAgain() throws IOException {
    Path target = folder.resolve("native");

    NativeLibraries.keepIn(target);

    List<Path> first = files(target);
    assertThat(first).hasSize(2);
    assertThat(System.getProperty(PROPERTY)).isEqualTo(target.toString());

    FileTime old = FileTime.fromMillis(0);
    for (Path file : first) {
      Files.setLastModifiedTime(file, old);
    }
    forget();
    NativeLibraries.keepIn(target);

    assertThat(files(target)).isEqualTo(first);
    for (Path file : first) {
      assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
    }
  }

  @Test
  void aLibraryCutShortIsReplaced() throws IOException {
    NativeLibraries.keepIn(folder);
    Path library = files(folder).getFirst();
    long size = Files.size(library);
    Files.write(library, new byte[] {1, 2, 3});
    forget();

    NativeLibraries.keepIn(folder);

    assertThat(library).hasSize(size);
  }

  @Test
  void aKilledProcessLeavesNoLibraryBehind() throws IOException, InterruptedException {
    // in a process of its own: this one has them loaded by other tests
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                NativeLibrariesTests.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();

    assertThat(process.waitFor()).isEqualTo(KILLED);
    try (var left = Files.walk(folder)) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  /** Loads the libraries and ends without any clean-up, as a killed process does. */
  static void main() {
    NativeLibraries.loadWithoutTrace();
    OrtEnvironment.getEnvironment();
    Runtime.getRuntime().halt(KILLED);
  }

  @Test
  void aFolderSetByTheOperatorStands() throws IOException {
    System.setProperty(PROPERTY, "/elsewhere");

    NativeLibraries.keepIn(folder);

    assertThat(System.getProperty(PROPERTY)).isEqualTo("/elsewhere");
    assertThat(files(folder)).isEmpty();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
