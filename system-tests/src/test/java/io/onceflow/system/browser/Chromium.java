package io.onceflow.system.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The browser that the machine has; none is downloaded. */
final class Chromium {
  static final List<String> ARGUMENTS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run",
          "--disable-quic");

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private Chromium() {}

  /**
   * Where it is. Without one the tests are skipped, which is said loudly; where {@code CI} is true
   * they fail.
   */
  static Path required() {
    return found().orElseGet(Chromium::missing);
  }

  private static Optional<Path> found() {
    var folders = String.valueOf(System.getenv("PATH")).split(File.pathSeparator);
    return NAMES.stream()
        .flatMap(name -> Stream.of(folders).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Path missing() {
    var remedy =
        "No Chromium on the PATH (looked for %s): the console is NOT tested. Remedy: apt-get install chromium"
            .formatted(NAMES);
    if ("true".equalsIgnoreCase(System.getenv("CI"))) {
      throw new AssertionError(remedy);
    }
    System.err.println(remedy);
    return Assumptions.abort(remedy);
  }
}
